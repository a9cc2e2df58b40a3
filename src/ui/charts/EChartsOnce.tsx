import { init } from 'echarts/core'
import * as echarts from 'echarts/core'
import type { EChartsType } from 'echarts/core'
import EChartsReactCore from 'echarts-for-react/esm/core'

const NO_OPTION = {}
const never = () => false

/**
 * The stock wrapper makes a throw-away instance, waits until it has finished, and makes another. This one makes one, and a
 * mount that was superseded (StrictMode, a quick unmount) never reports ready.
 */
class Once extends EChartsReactCore {
  override initEchartsInstance(): ReturnType<EChartsReactCore['initEchartsInstance']> {
    const chart = init(this.ele, undefined, { devicePixelRatio })
    return new Promise((resolve) => {
      queueMicrotask(() => {
        if (!chart.isDisposed()) resolve(chart)
      })
    })
  }
}

export interface EChartsOnceProps {
  readonly className: string
  readonly onReady: (chart: EChartsType) => void
}

/** An ECharts instance as large as its element. React never hands it an option: its owner drives it. */
export const EChartsOnce = ({ className, onReady }: EChartsOnceProps) => (
  <Once
    echarts={echarts}
    option={NO_OPTION}
    shouldSetOption={never}
    autoResize={false}
    className={className}
    onChartReady={onReady}
  />
)
