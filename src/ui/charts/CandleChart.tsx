import { memo, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ChevronsRight, Table2, ZoomIn, ZoomOut } from 'lucide-react'
import type { EChartsType } from 'echarts/core'
import { Subject, throttleTime } from 'rxjs'
import type { Observable } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import { CHART } from '#contract/limits.ts'
import { PAIRS } from '#contract/pairs.ts'
import type { PairId } from '#contract/pairs.ts'
import { Button } from '../controls/Button.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { VisuallyHidden } from '../display/VisuallyHidden.tsx'
import type { ThemeName } from '../theme/palettes.ts'
import { CandleTable } from './CandleTable.tsx'
import * as css from './charts.css.ts'
import { describeSeries } from './describe.ts'
import { EChartsOnce } from './EChartsOnce.tsx'
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
  /** The candle under the crosshair, when it becomes another one. */
  readonly onCrosshair?: (candle: Candle | undefined) => void
}

const KEYS = 'Arrow keys move the crosshair, plus and minus zoom, Home and End jump, Enter reads the candle out.'
const ZOOM = 0.7
/** Words, controls and table follow the picture, at most this often. */
const WORDS_MS = 200

/** A live candle chart with volume, price zones, zoom, pan, crosshair, keyboard and a text alternative. */
export const CandleChart = memo(function CandleChart(props: CandleChartProps) {
  const ratio = usePixelRatio()
  return <Pane key={`${props.pair} ${ratio}`} {...props} />
})

function Pane(props: CandleChartProps) {
  const { feed$, zones, mode, theme, pair, label, height = CHART.heightPx, firstView = CHART.firstView } = props
  const { priceDecimals: decimals } = PAIRS[pair]
  const id = useId()
  const host = useRef<HTMLDivElement>(null)
  const chart = useRef<LiveChart>(undefined)
  const [shown, setShown] = useState<{ readonly series: Series }>()
  const [follows, setFollows] = useState(true)
  const [asTable, setAsTable] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const settings = useMemo(() => ({ zones, mode, theme: chartTheme(theme), decimals }), [zones, mode, theme, decimals])
  const onCrosshair = useRef(props.onCrosshair)
  const [painted] = useState(() => new Subject<Series>())

  const begin = (instance: EChartsType) => {
    if (!host.current) return
    chart.current = createLiveChart(instance, host.current, {
      settings,
      kept: CHART.kept,
      firstView,
      onFollow: setFollows,
      onFail: setFailure,
      onSeries: (series) => painted.next(series),
      onCrosshair: (candle) => onCrosshair.current?.(candle),
    })
    chart.current.attach(feed$)
  }
  useEffect(() => {
    onCrosshair.current = props.onCrosshair
  })
  useLayoutEffect(() => {
    const told$ = painted.pipe(throttleTime(WORDS_MS, undefined, { leading: false, trailing: true }))
    const telling = told$.subscribe((series) => setShown({ series }))
    return () => telling.unsubscribe()
  }, [painted])
  useLayoutEffect(() => chart.current?.configure(settings), [settings])
  useLayoutEffect(() => chart.current?.attach(feed$), [feed$])
  useLayoutEffect(
    () => () => {
      chart.current?.dispose()
      chart.current = undefined
    },
    [],
  )

  if (failure !== undefined) throw failure
  return (
    <div className={css.root} style={{ height }}>
      <EChartsOnce className={css.canvas} onReady={begin} />
      <div ref={host} className={css.surface} aria-label={label} aria-describedby={id} />
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
