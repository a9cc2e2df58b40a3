import { memo, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import * as echarts from 'echarts/core'
import { ChevronsRight, Table2, ZoomIn, ZoomOut } from 'lucide-react'
import { useLayoutObservableState } from 'observable-hooks'
import { map, throttleTime } from 'rxjs'
import type { Observable } from 'rxjs'
import { CHART } from '#contract/limits.ts'
import { PAIRS } from '#contract/pairs.ts'
import type { PairId } from '#contract/pairs.ts'
import { Button } from '../controls/Button.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { VisuallyHidden } from '../display/VisuallyHidden.tsx'
import { visuallyHidden } from '../display/VisuallyHidden.css.ts'
import type { ThemeName } from '../theme/palettes.ts'
import { CandleTable } from './CandleTable.tsx'
import * as css from './charts.css.ts'
import { describeSeries } from './describe.ts'
import { EChartsPane } from './EChartsPane.tsx'
import { createLiveChart } from './liveChart.ts'
import type { LiveChart } from './liveChart.ts'
import type { ChartFeed, Series } from './series.ts'
import { chartTheme } from './theme.ts'
import { usePixelRatio } from './usePixelRatio.ts'
import type { PriceZone, ZoneMode } from './zones.ts'

export interface CandleChartProps {
  /** Must begin with a reset for each subscriber. Candles go from here into the canvas without passing React. */
  readonly feed$: Observable<ChartFeed>
  readonly zones: readonly PriceZone[]
  readonly mode: ZoneMode
  readonly theme: ThemeName
  readonly pair: PairId
  /** Accessible name. */
  readonly label: string
  /** Height in px; the width is the container's. */
  readonly height?: number
  /** Candles in the first view. */
  readonly firstView?: number
}

const KEYS = 'Arrow keys move the crosshair, plus and minus zoom, Home and End jump, Enter reads the candle out.'
const ZOOM = 0.7
/** Words, controls and table follow the picture, at most this often. */
const WORDS_MS = 200
const NO_OPTION = {}
const FULL_HEIGHT = { height: '100%' }
/** Over its candles. Its value is the chart's to change. */
const SLIDER = {
  role: 'slider',
  tabIndex: 0,
  'aria-valuemin': 0,
  'aria-valuenow': 0,
  'aria-valuetext': 'No candle chosen',
} as const

const told = (series$: Observable<Series>) =>
  series$.pipe(
    throttleTime(WORDS_MS, undefined, { leading: false, trailing: true }),
    // a series changes in place, which React would not notice
    map((series) => ({ series })),
  )

/** A live candle chart with volume, price zones, zoom, pan, crosshair, keyboard and a text alternative. */
export const CandleChart = memo(function CandleChart(props: CandleChartProps) {
  const ratio = usePixelRatio()
  return <Pane key={`${props.pair} ${ratio}`} {...props} />
})

function Pane(props: CandleChartProps) {
  const { feed$, zones, mode, theme, pair, label, height = CHART.heightPx, firstView = CHART.firstView } = props
  const { priceDecimals: decimals } = PAIRS[pair]
  const id = useId()
  const pane = useRef<EChartsPane>(null)
  const host = useRef<HTMLDivElement>(null)
  const chart = useRef<LiveChart>(undefined)
  const [shown, onSeries] = useLayoutObservableState(told)
  const [follows, onFollow] = useState(true)
  const [spoken, setSpoken] = useState('')
  const [asTable, setAsTable] = useState(false)
  const [failure, onFail] = useState<unknown>()
  const settings = useMemo(() => ({ zones, mode, theme: chartTheme(theme), decimals }), [zones, mode, theme, decimals])

  // what is said twice must differ to be heard twice
  const onRead = (candle: string) => setSpoken((before) => (before === candle ? `${candle}\u00A0` : candle))
  const begin = useEffectEvent(() => {
    if (!pane.current || !host.current) return
    const options = { settings, firstView, onSeries, onFollow, onRead, onFail }
    chart.current = createLiveChart(pane.current.getEchartsInstance(), host.current, options)
  })
  useLayoutEffect(() => {
    begin()
    return () => {
      chart.current?.dispose()
      chart.current = undefined
    }
  }, [])
  useLayoutEffect(() => chart.current?.configure(settings), [settings])
  useLayoutEffect(() => chart.current?.attach(feed$), [feed$])

  if (failure !== undefined) throw failure
  return (
    <div className={css.root} style={{ height }}>
      <EChartsPane ref={pane} echarts={echarts} option={NO_OPTION} className={css.canvas} style={FULL_HEIGHT} />
      <div ref={host} className={css.surface} {...SLIDER} aria-label={label} aria-describedby={id} />
      <output className={visuallyHidden}>{spoken}</output>
      {shown ? (
        <div className={css.tools}>
          <IconButton
            size="small"
            icon={<ZoomIn size={16} />}
            label="Zoom in"
            onClick={() => chart.current?.zoomBy(ZOOM)}
          />
          <IconButton
            size="small"
            icon={<ZoomOut size={16} />}
            label="Zoom out"
            onClick={() => chart.current?.zoomBy(1 / ZOOM)}
          />
          <IconButton
            size="small"
            icon={<Table2 size={16} />}
            label="Show as table"
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          />
        </div>
      ) : null}
      {follows ? null : (
        <Button
          className={css.live}
          size="small"
          icon={<ChevronsRight size={16} />}
          onClick={() => chart.current?.toLive()}
        >
          Jump to live
        </Button>
      )}
      {asTable && shown ? <CandleTable candles={shown.series.candles} pair={pair} /> : null}
      <VisuallyHidden>
        {shown ? describeSeries(shown.series, decimals, zones.length) : null}
        <span id={id}>{KEYS}</span>
      </VisuallyHidden>
    </div>
  )
}
