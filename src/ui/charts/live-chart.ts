import { graphic, use, type EChartsType } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { Observable } from 'rxjs'
import type { Candle, CandleChange } from '#contract/candles.ts'
import { describeCandle } from '../format/candles.ts'
import type { DRAWING_KEYS } from '../input/chart-keys.ts'
import { navigateSlots, type KeyBindings, type NavigableSlots, type PointedSlot } from '../input/navigation.ts'
import { visibleSlots } from '../input/viewport.ts'
import { loadFont, observeSize } from '../screen/canvas.ts'
import { createFrameLoop } from '../screen/frame-loop.ts'
import { canvasFont } from '../theme/canvas.ts'
import { createCrosshair } from './crosshair.ts'
import { createDrawingTools } from './drawings/drawing-tools.ts'
import type { Shape } from './drawings/shapes.ts'
import { levelsOf, type ChartMark } from './overlays/data.ts'
import { createNewestCandle, drawHistory } from './draw.ts'
import { columnOf, computeLayout, type ChartLayout, type ChartSettings } from './layout.ts'
import type { CreateLayer, OverlayLayer } from './overlays/layer.ts'
import { slotsOf, type FittedPeriod } from './fit.ts'
import { createStepping, type ChartGroup } from './in-step.ts'
import { candlesInView, describedSlots, Series, type CandlesInView } from './series.ts'

/** Older candles of a chart, loaded as it is scrolled back. */
export interface ChartPast {
  readonly status$: Observable<'idle' | 'loading' | 'failed'>
  /** Called after each change of the view, with the ends that it comes close to. */
  readonly need: (ends: { readonly older: boolean; readonly newer: boolean }) => void
  readonly toNewest: () => void
}

export interface ChartOptions extends Pick<NavigableSlots, 'firstView' | 'onAnnounce'> {
  readonly changes$: Observable<CandleChange>
  readonly settings: ChartSettings
  /** Disposes of the chart when aborted. */
  readonly signal: AbortSignal
  /** Device pixels per CSS px. */
  readonly pixelRatio: number
  /** Older candles, if the chart can be scrolled back. */
  readonly past?: ChartPast | undefined
  /** Charts that it is kept in step with. */
  readonly group?: ChartGroup | undefined
  /** Seconds of a candle. */
  readonly stepS: number
  /** Called with the candles to describe when more than the newest changed, or others are in view. */
  readonly onCandles: (candles: readonly Candle[]) => void
  /** Called after each paint that may have changed them with the candles in view as one. */
  readonly onInView: (inView: CandlesInView | undefined) => void
  /** Called with a pressed mark that opens something. */
  readonly onOpen?: ((mark: ChartMark) => void) | undefined
  /** Called with the user's lines after one was added, moved or deleted. */
  readonly onLines: (lines: readonly number[]) => void
  readonly onShapes: (shapes: readonly Shape[]) => void
  /** Called when lines and shapes have to be as before. */
  readonly onUndo: () => void
  readonly onRedo: () => void
  /** Called with the price of an order that is to be placed. */
  readonly onOrder?: ((price: number) => void) | undefined
  /** Called when the chart has to fill the screen. */
  readonly onFullScreen: (isFull: boolean) => void
  /** Called when a drawing tool has been used. */
  readonly onToolUsed: () => void
  /** Called when a text was placed, whose words are to be typed. */
  readonly onText: () => void
  /** Called when something is drawn that only the layer of overlays can paint. */
  readonly onLayerNeeded: () => void
  /** Called after each paint; whether the view follows new candles. */
  readonly onFollow: (follows: boolean) => void
  /** Called when drawing throws or the stream errors: the canvas can no longer be trusted. */
  readonly onError: (error: unknown) => void
}

const PlotShape = graphic.extendShape({
  shape: {},
  buildPath(path, { surface }) {
    const context = 'getContext' in path ? path.getContext() : path
    context?.save()
    surface?.draw(context)
    context?.restore()
  },
  getBoundingRect: () => new graphic.BoundingRect(0, 0, 1, 1),
})

use([CanvasRenderer])

/** What is used of ECharts' renderer, whose own type rejects ECharts' shapes where optional properties are exact. */
interface Renderer {
  add(shape: object): void
  refreshImmediately(): void
}

/**
 * Adds a shape that draws directly on the 2D context instead of recording a path, because rasterizing a path of 500 candles
 * costs far more than filling the same rectangles. It goes straight to the renderer: an option would take as long to be
 * processed as the shape to be drawn. Since nothing is recorded, the shape must be marked dirty before each repaint. Returns the
 * repaint function, whose first call adds the shape.
 */
function addPlot(chart: EChartsType, draw: (context: CanvasRenderingContext2D) => void): () => void {
  const renderer: Renderer = chart.getZr()
  const plot = new PlotShape({ silent: true, shape: { surface: { draw } } })
  let isAdded = false
  return () => {
    if (isAdded) plot.dirty()
    else renderer.add(plot)
    isAdded = true
    renderer.refreshImmediately()
  }
}

/**
 * Draws live candles into an ECharts instance, with a slider over them in `host`. The history is one shape that is repainted
 * only when the layout changes; a tick only moves the newest candle and the price line. Candles are painted in the animation
 * frame in which they arrive.
 */
export function createLiveChart(chart: EChartsType, host: HTMLElement, options: ChartOptions) {
  const { signal, pixelRatio, past, onAnnounce, onError } = options
  const series = new Series(options.stepS)
  const [moveNewest, moveCrosshair] = [createNewestCandle(host), createCrosshair(host)]
  let { settings } = options
  let isDense = settings.isDense === true
  const slots: NavigableSlots = {
    get firstView() {
      return isDense ? denseView(chart.getWidth(), options.firstView) : options.firstView
    },
    onAnnounce,
    extent: {
      get first() {
        return series.first
      },
      get last() {
        return series.last
      },
      get margin() {
        return settings.future && settings.future.candles + 1
      },
    },
    endsWithNewest: () => series.isAtNewest,
    width: () => layout.plotWidth,
    describe: (slot) =>
      [
        describeCandle(series.at(slot), series.missingBefore(slot), layout.decimals),
        ...(layer?.readout(layout, settings.overlays, slot) ?? []),
      ].join('. '),
    onPress(place) {
      if (tools.press(place)) return true
      const mark = layer?.markAt(layout, settings.overlays, place)
      if (mark) options.onOpen?.(mark)
      return mark !== undefined
    },
    onGrab: (place) => tools.grab(place),
    onStep: (from, to, isSelecting) => tools.step(from, to, isSelecting),
    onEscape: () => tools.escape(),
    keys: {
      H: () => tools.addAt(navigation.pointed),
      'Delete Backspace': () => tools.deleteAt(navigation.pointed),
      'Control+Z': ({ shiftKey }) => (shiftKey ? options.onRedo() : options.onUndo()),
      'Control+Y': () => options.onRedo(),
      O: () => {
        const price = tools.priceOf(navigation.pointed)
        if (price !== undefined) options.onOrder?.(price)
      },
      F: () => options.onFullScreen(settings.isFullScreen !== true),
    } satisfies KeyBindings<keyof typeof DRAWING_KEYS>,
    onViewChange() {
      paintInNextFrame('view')
      stepping.viewMoved()
    },
    onPointedChange() {
      paintInNextFrame(...(tools.isDrawing ? (['drawings', 'crosshair'] as const) : (['crosshair'] as const)))
      stepping.pointedChanged(navigation.pointed)
    },
  }
  const navigation = navigateSlots(host, slots, signal)
  const tools = createDrawingTools({
    layout: () => layout,
    slotAt: navigation.slotAt,
    drawings: () => settings.drawings,
    levels: () => levelsOf(settings.overlays),
    onLevel: async (id, price) => (await settings.overlays?.onLevel?.(id, price)) === true,
    onChange: () => paintInNextFrame('drawings'),
    onLines: options.onLines,
    onShapes: options.onShapes,
    pointed: () => navigation.pointed,
    onToolUsed: options.onToolUsed,
    onText: options.onText,
    onAnnounce,
  })
  const stepping = createStepping(
    {
      series,
      view: () => navigation.view,
      isFollowing: () => navigation.isFollowing,
      toNewest: () => toNewest(),
      moveEnd: navigation.moveEnd,
      onPointed: () => paintInNextFrame('crosshair'),
    },
    options.group,
    signal,
  )
  const currentLayout = () => {
    const size = { width: chart.getWidth(), height: chart.getHeight(), pixelRatio }
    const panes = layer && settings.overlays ? layer.paneCount(settings.overlays) : 0
    return computeLayout(series, navigation.view, size, { ...settings, panes })
  }

  /** Draws overlays, once its code is loaded. */
  let layer: OverlayLayer | undefined
  /** Opening of the candle to move to once it is loaded, unix seconds. */
  let wanted = settings.highlight?.kind === 'candle' ? settings.highlight.at : undefined
  let layout = currentLayout()
  const repaint = addPlot(chart, (context) => drawHistory(context, layout))

  type Part = 'size' | 'layout' | 'view' | 'newest' | 'crosshair' | 'drawings'
  function paint(dirty: ReadonlySet<Part>): void {
    const needsLayout = dirty.has('layout') || dirty.has('view') || (navigation.isFollowing && !fitsNewest(layout))
    if (dirty.has('size')) chart.resize()
    if (needsLayout) layout = currentLayout()
    if (needsLayout || dirty.has('drawings')) prepareLayer(dirty.has('layout'))
    if (needsLayout) {
      repaint()
      options.onFollow(navigation.isFollowing)
      describe()
      loadWhatIsNear()
    }
    if (needsLayout || dirty.has('newest')) {
      moveNewest(layout, series.isAtNewest, dirty.has('layout'))
      options.onInView(candlesInView(series, navigation.view))
    }
    const { pointed = stepping.guest() } = navigation
    layer?.label(layout, settings.overlays, pointed?.slot)
    moveCrosshair(layout, pointed, pointed && layer?.readout(layout, settings.overlays, pointed.slot))
    showCursor(pointed)
  }
  function prepareLayer(isChanged: boolean): void {
    const { painted } = tools
    if (layer) layer.prepare({ layout, overlays: settings.overlays, drawings: painted, isChanged })
    else if (painted.lines.length > 0 || painted.shapes.length > 0 || painted.measurement) options.onLayerNeeded()
  }
  function showCursor(pointed: PointedSlot | undefined): void {
    const cursor = pointed ? tools.cursorAt(pointed) : ''
    if (host.style.cursor !== cursor) host.style.cursor = cursor
  }
  const { paintInNextFrame, paintInThisFrame } = createFrameLoop<Part>(host, signal, onError, paint)
  observeSize(host, signal, () => paintInNextFrame('size', 'layout'))
  loadFont(canvasFont(settings.theme), () => paintInNextFrame('layout'))

  /** What was last described to the owner. */
  let described = ''
  function describe(): void {
    const { from, end } = describedSlots(series, navigation.view)
    const next = `${series.revision} ${from} ${end}`
    if (next === described) return
    described = next
    options.onCandles(series.slice(from, end))
  }

  /** Asks for candles beyond an end that is less than the width of the view away, and moves to a highlighted candle. */
  function loadWhatIsNear(): void {
    const { from, to } = navigation.view
    const span = to - from
    const target = wanted
    const slot = target === undefined ? undefined : series.slotOf(target)
    if (slot !== undefined) {
      wanted = undefined
      navigation.bringIntoView(slot)
    }
    const isWantedOlder = wanted !== undefined && wanted < series.timeAt(series.first)
    if (wanted !== undefined && !isWantedOlder && !series.isAtNewest) past?.toNewest()
    const older = isWantedOlder || from - series.first < span
    past?.need({ older, newer: series.last - to < span })
    const { first, last } = visibleSlots({ from: from - span, to: to + span }, series)
    if (first <= last) settings.overlays?.need(series.timeAt(first), series.timeAt(last))
  }

  function apply(change: CandleChange): void {
    const { first, last, isAtNewest } = series
    if (series.apply(change) === 'all')
      stepping.candlesChanged(() => navigation.extentChanged({ first, last }, isAtNewest))
    paintInThisFrame('newest')
  }
  const subscription = options.changes$.subscribe({ next: apply, error: onError })

  signal.addEventListener('abort', () => {
    subscription.unsubscribe()
    host.replaceChildren()
  })
  const configure = (next: ChartSettings) => {
    const { highlight } = next
    const isOtherMargin = next.future?.candles !== settings.future?.candles
    if (highlight !== settings.highlight) wanted = highlight?.kind === 'candle' ? highlight.at : undefined
    settings = next
    if (isDense !== (next.isDense === true)) {
      isDense = !isDense
      showNewest(slots.firstView)
    } else if (isOtherMargin && navigation.isFollowing) stepping.candlesChanged(navigation.toLive)
    paintInNextFrame('layout')
  }
  const toNewest = () => {
    past?.toNewest()
    navigation.toLive()
  }
  function showNewest(count: number): void {
    if (!series.isAtNewest) past?.toNewest()
    navigation.fit(count)
  }
  const fit = (period: FittedPeriod) => showNewest(slotsOf(period, series.stepS) ?? series.last - series.first + 1)
  /** Adds the layer of overlays. Only once. */
  const attach = (create: CreateLayer) => {
    if (signal.aborted || layer) return
    layer = create(host, signal)
    paintInNextFrame('layout')
  }
  return { navigation, configure, attach, toNewest, fit, tools }
}

/** About 250 on a page of 1440 px. */
const DENSE_PX = 4.8
/** On a phone, where they would be lines otherwise. */
const MAX_DENSITY = 1.5

/** Candles of a dense first view. */
const denseView = (width: number, usual: number): number => Math.round(Math.max(width / DENSE_PX, usual * MAX_DENSITY))

/** Whether the newest candle, with those in its column, lies within the scale. */
function fitsNewest({ series, columnSlots, fits }: ChartLayout): boolean {
  const newest = series.merged(columnOf(series.last, columnSlots), columnSlots)
  return newest === undefined || fits(newest)
}
