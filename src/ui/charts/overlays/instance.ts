import type { BarSeriesOption, CustomSeriesOption, LineSeriesOption, ScatterSeriesOption } from 'echarts/charts'
import { init } from 'echarts/core'
import type { EChartsType } from 'echarts/core'
import type { CanvasSize } from '../../screen/canvas.ts'

type SeriesOption = BarSeriesOption | CustomSeriesOption | LineSeriesOption | ScatterSeriesOption

/** What an instance draws: its parts have ids, so that those of the last time are updated. */
export interface InstanceOption {
  readonly grid: readonly { readonly id: string }[]
  readonly series: readonly SeriesOption[]
}

/**
 * Returns what draws an option in an ECharts instance, which is created with the first option that draws something. What the
 * next option no longer has is removed.
 */
export function createInstance(element: HTMLElement, signal: AbortSignal) {
  let chart: EChartsType | undefined
  let drawn = ''
  signal.addEventListener('abort', () => chart?.dispose())

  return ({ width, height, pixelRatio }: CanvasSize, option: InstanceOption, isEmpty: boolean): void => {
    if (isEmpty && drawn === '') return
    chart ??= init(element, undefined, { width, height, devicePixelRatio: pixelRatio })
    if (chart.getWidth() !== width || chart.getHeight() !== height) chart.resize({ width, height })
    const ids = isEmpty ? '' : [...option.grid, ...option.series].map(({ id }) => id).join()
    const replaceMerge = ids === drawn ? [] : ['series', 'grid', 'xAxis', 'yAxis']
    drawn = ids
    try {
      chart.setOption({ animation: false, ...option }, { silent: true, replaceMerge })
    } catch (error) {
      // It would throw again in each of its frames.
      chart.dispose()
      chart = undefined
      drawn = ''
      throw error
    }
  }
}
