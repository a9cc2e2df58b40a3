import { memo, useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import * as echarts from 'echarts/core'
import EChartsReactCore from 'echarts-for-react/esm/core'
import { ChevronLeft, ChevronRight, ChevronsRight, Table2, ZoomIn, ZoomOut, type LucideIcon } from 'lucide-react'
import type { Observable } from 'rxjs'
import type { CandleChange } from '#contract/candles.ts'
import { CHART } from '#contract/limits.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import { Button } from '../controls/Button.tsx'
import { IconButton, type IconButtonProps } from '../controls/IconButton.tsx'
import { download } from '../download.ts'
import { LiveRegion, useLiveAnnouncer } from '../feedback/LiveRegion.tsx'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import { MINUTE_S } from '../format/candles.ts'
import { canvasTheme } from '../theme/canvas.ts'
import type { ThemeName } from '../theme/palettes.ts'
import * as css from './charts.css.ts'
import { CandlesAsTable, CandlesInWords, InView, useDescribedCandles } from './described-candles.tsx'
import type { ChartGroup } from './in-step.ts'
import type { ChartSettings } from './layout.ts'
import { createLiveChart, type ChartPast } from './live-chart.ts'
import { futureInWords } from './move-bands.ts'
import type { DrawingTool } from './drawings/drawings.ts'
import type { ChartMark } from './overlays/data.ts'
import type { ChartTools } from './tools/chart-tools.ts'
import { ToolsMenu, type DrawingsFocus } from './tools/ToolsMenu.tsx'
import { useObservableState } from 'observable-hooks'
import { usePixelRatio } from '#src/ui/screen/canvas.ts'
import type { CreateLayer } from './overlays/layer.ts'

let loaded: CreateLayer | undefined

/** What creates the layer of overlays, if its code has been loaded. */
const loadedLayer = (): CreateLayer | undefined => loaded

/** Loads the code of the layer of overlays: with the first that is shown, since most of it is ECharts'. */
export async function loadLayer(): Promise<CreateLayer> {
  const { createOverlayLayer } = await import('./overlays/layer.ts')
  loaded = createOverlayLayer
  return createOverlayLayer
}

const TEXTS = {
  idle: '',
  loading: 'Loading candles…',
  failed: 'Candles could not be loaded. Move the chart to try again.',
} as const

/** Says that older candles are on their way, or why they are not. */
function PastStatus({ past }: { readonly past: ChartPast }) {
  const status = useObservableState(past.status$, 'idle')
  return (
    <output className={css.pastStatus} data-status={status}>
      {TEXTS[status]}
    </output>
  )
}

export interface CandleChartProps extends Pick<
  ChartSettings,
  'zones' | 'mode' | 'highlight' | 'overlays' | 'showsVolume' | 'future'
> {
  /**
   * The first that it emits must be a reset. Changes go straight to the canvas, bypassing React, so they should arrive once per
   * animation frame, within it.
   */
  readonly changes$: Observable<CandleChange>
  readonly theme: ThemeName
  readonly pair: PairId
  /** Accessible name. */
  readonly label: string
  /** Candles initially in view. */
  readonly firstView?: number
  /** Seconds of a candle. */
  readonly stepS?: number
  /** Called with a pressed mark that opens something. Must be stable. */
  readonly onOpen?: ((mark: ChartMark) => void) | undefined
  /** What can be done with it besides looking; without, it only shows. */
  readonly tools?: ChartTools | undefined
  /** Charts that it is kept in step with. Must be stable. */
  readonly group?: ChartGroup | undefined
  /** Where older candles come from; `changes$` includes them. */
  readonly past?: ChartPast | undefined
}

const SHAPE_HINT = 'Drag from one point to the other, or press both; highs and lows are met exactly.'
const TOOL_HINTS = {
  measure: 'Drag over the chart, or move by arrow keys, to measure.',
  line: 'Press where the line shall be.',
  trend: SHAPE_HINT,
  ray: SHAPE_HINT,
  channel: SHAPE_HINT,
  rectangle: SHAPE_HINT,
  fibonacci: SHAPE_HINT,
  text: 'Press where the text shall be.',
} as const
const noop = (): void => undefined
const JUMP_ICON = <ChevronsRight size={16} />
/**
 * An ECharts instance that fills its element. The stock wrapper creates a throw-away instance first and then sets options on
 * a second one; this one creates a single instance on mount and leaves the rest to its owner. Props must be stable.
 */
class EChartsPane extends EChartsReactCore {
  override componentDidMount(): void {
    echarts.init(this.ele, undefined, { devicePixelRatio })
  }
}
/** The wrapper itself draws nothing; `createLiveChart` does. */
const PANE_PROPS = { echarts, option: {}, className: css.canvas, style: { height: '100%' } }
/** Slider semantics over the candles; `navigateSlots` updates the values. */
const SLIDER_PROPS = {
  role: 'slider',
  tabIndex: 0,
  'aria-valuenow': 0,
  'aria-valuetext': 'No candle selected',
} as const

const ToolButton = ({ icon: Icon, ...button }: Omit<IconButtonProps, 'icon'> & { readonly icon: LucideIcon }) => (
  <IconButton {...button} size="small" icon={<Icon size={16} />} />
)

/** A live candle chart with volume, price zones, zoom, pan, crosshair, keyboard and text alternative. */
export const CandleChart = memo(function CandleChart(props: CandleChartProps) {
  const {
    changes$,
    zones,
    mode,
    highlight,
    overlays,
    showsVolume,
    future,
    theme,
    pair,
    label,
    past,
    onOpen,
    tools,
    group,
  } = props
  const { firstView = CHART.firstView, stepS = MINUTE_S } = props
  const { priceDecimals: decimals } = PAIRS[pair]
  const id = useId()
  const ratio = usePixelRatio()
  const pane = useRef<EChartsPane>(null)
  const host = useRef<HTMLDivElement>(null)
  const root = useRef<HTMLDivElement>(null)
  const chart = useRef<ReturnType<typeof createLiveChart>>(undefined)
  const described = useDescribedCandles()
  const [isFollowing, onFollow] = useState(true)
  const [announcement, onAnnounce] = useLiveAnnouncer()
  const [showsTable, setShowsTable] = useState(false)
  const [error, onError] = useState<unknown>()
  const [createLayer, setCreateLayer] = useState(loadedLayer)
  const [isDrawing, setIsDrawing] = useState(false)
  const [drawingsAt, setDrawingsAt] = useState<DrawingsFocus>()
  const [tool, setTool] = useState<DrawingTool>()
  const needsLayer = overlays !== undefined || isDrawing
  const { lines, lockedLines, shapes, scale, isDense, isLocalTime, isFullScreen } = tools ?? {}
  const settings = useMemo(
    () => ({
      zones,
      mode,
      highlight,
      overlays,
      showsVolume,
      future,
      decimals,
      scale,
      isDense,
      isLocalTime,
      isFullScreen,
      theme: canvasTheme(theme),
      drawings: lines && lockedLines && shapes && { lines, lockedLines, shapes },
    }),
    [
      zones,
      mode,
      highlight,
      overlays,
      showsVolume,
      future,
      theme,
      decimals,
      scale,
      isDense,
      isLocalTime,
      isFullScreen,
      lines,
      lockedLines,
      shapes,
    ],
  )

  const create = useEffectEvent((changes$: CandleChartProps['changes$'], pixelRatio: number, signal: AbortSignal) => {
    if (!pane.current || !host.current) return undefined
    const options = {
      changes$,
      past,
      group,
      onOpen,
      onLines: tools?.onLines ?? noop,
      onShapes: tools?.onShapes ?? noop,
      onUndo: tools?.onUndo ?? noop,
      onRedo: tools?.onRedo ?? noop,
      onOrder: tools?.onOrder,
      onFullScreen: tools?.onFullScreen ?? noop,
      onToolUsed: () => setTool(undefined),
      onText: () => setDrawingsAt('newest'),
      onLayerNeeded: () => setIsDrawing(true),
      stepS,
      pixelRatio,
      signal,
      settings,
      firstView,
      onCandles: described.onCandles,
      onInView: described.onInView,
      onFollow,
      onAnnounce,
      onError,
    }
    const created = createLiveChart(pane.current.getEchartsInstance(), host.current, options)
    if (createLayer && needsLayer) created.attach(createLayer)
    return created
  })
  useLayoutEffect(() => {
    const controller = new AbortController()
    chart.current = create(changes$, ratio, controller.signal)
    return () => controller.abort()
  }, [changes$, ratio])
  useLayoutEffect(() => chart.current?.configure(settings), [settings])
  useLayoutEffect(() => chart.current?.tools.use(tool), [tool])
  useEffect(() => {
    if (!needsLayer || createLayer) return
    void loadLayer().then(
      (create) => setCreateLayer(() => create),
      () => undefined,
    )
  }, [needsLayer, createLayer])
  useLayoutEffect(() => {
    if (createLayer && needsLayer) chart.current?.attach(createLayer)
  }, [createLayer, needsLayer])

  async function saveImage() {
    const { drawImage, toPng } = await import('./tools/image.ts')
    // Another view may have been chosen meanwhile.
    if (!root.current || !tools) return
    const image = await toPng(drawImage(root.current, `${label} · ${tools.caption()}`, settings.theme, ratio))
    if (image) download(`${pair}-${new Date().toISOString().slice(0, 16).replace(/[:T]/g, '-')}.png`, image.type, image)
  }
  function chooseTool(next: DrawingTool): void {
    setTool(next)
    setIsDrawing(true)
  }

  if (error !== undefined) throw error
  return (
    <div ref={root} className={css.root}>
      <EChartsPane key={ratio} ref={pane} {...PANE_PROPS} />
      <div
        ref={host}
        className={css.surface}
        {...SLIDER_PROPS}
        aria-valuemin={0}
        aria-label={label}
        aria-describedby={id}
      />
      <LiveRegion>{announcement}</LiveRegion>
      {described.hasCandles ? (
        <div className={css.controls}>
          <div className={css.toolbar}>
            <ToolButton icon={ChevronLeft} label="Older candles" onClick={() => chart.current?.navigation.pageBy(-1)} />
            <ToolButton
              icon={ChevronRight}
              label="Newer candles"
              disabled={isFollowing}
              onClick={() => chart.current?.navigation.pageBy(1)}
            />
            <ToolButton icon={ZoomIn} label="Zoom in" onClick={() => chart.current?.navigation.zoomIn()} />
            <ToolButton icon={ZoomOut} label="Zoom out" onClick={() => chart.current?.navigation.zoomOut()} />
            <ToolButton
              icon={Table2}
              label="Show as table"
              aria-pressed={showsTable}
              onClick={() => setShowsTable(!showsTable)}
            />
            {tools ? (
              <ToolsMenu
                {...{ tools, pair, stepS, drawingsAt }}
                onDrawings={setDrawingsAt}
                onFit={(period) => chart.current?.fit(period)}
                lastPrice$={described.lastPrice$}
                onUse={chooseTool}
                focusOf={() => host.current}
                onSaveImage={() => void saveImage()}
              />
            ) : null}
          </div>
          <InView inView$={described.inView$} />
        </div>
      ) : null}
      {tool === undefined ? null : <output className={css.toolHint}>{TOOL_HINTS[tool]}</output>}
      {isFollowing ? null : (
        <Button className={css.jumpToLive} size="small" icon={JUMP_ICON} onClick={() => chart.current?.toNewest()}>
          Jump to live
        </Button>
      )}
      {past ? <PastStatus past={past} /> : null}
      {showsTable ? <CandlesAsTable className={css.table} candles$={described.candles$} pair={pair} /> : null}
      <VisuallyHidden>
        <CandlesInWords {...{ decimals, stepS }} candles$={described.candles$} zones={zones.length} />
        {future ? <span>{futureInWords(future)}</span> : null}
        <span id={id}>
          Arrow keys move the crosshair, Enter reads out the candle, and the question mark lists all keys.
        </span>
      </VisuallyHidden>
    </div>
  )
})
