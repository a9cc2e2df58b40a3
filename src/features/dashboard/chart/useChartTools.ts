import { useCallback, useMemo, useState } from 'react'
import type { Observable } from 'rxjs'
import type { PairId } from '#contract/pairs.ts'
import { type PublicServices, usePreferences, usePublicServices } from '#src/app/services.ts'
import { type DashboardView, type MarketSnapshot, marketTime } from '#src/streams/index.ts'
import { parseShape, shapeText, type Shape } from '#src/ui/charts/drawings/shapes.ts'
import type { ChartTools, OwnDrawings } from '#src/ui/charts/tools/chart-tools.ts'
import { DEVICE_TIME_ZONE } from '#contract/preferences.ts'
import { DEFAULT_FORMAT } from '#src/ui/format/regional.ts'
import { formatExact } from '#src/ui/format/time.ts'
import { useClock } from '#src/ui/format/useNow.ts'
import type { FullScreen } from '#src/ui/screen/useFullScreen.ts'

const NONE: readonly number[] = []
const NO_SHAPES: readonly string[] = []
const MAX_STEPS = 50

type Step = Readonly<{
  pair: PairId
  lines: readonly number[]
  lockedLines: readonly number[]
  shapes: readonly string[]
}>

/** What was drawn before each change, and before each that was taken back. */
interface Steps {
  done: readonly Step[]
  undone: readonly Step[]
}

/** Changes of what is drawn on a pair, each of which can be taken back. */
function drawingsOn(pair: PairId, { get, set }: PublicServices['preferences'], steps: Steps) {
  const now = () => ({
    lines: get().chartLines?.[pair] ?? NONE,
    lockedLines: get().lockedLines?.[pair] ?? NONE,
    shapes: get().chartShapes?.[pair] ?? NO_SHAPES,
  })
  function change(next: Partial<Omit<Step, 'pair'>>): void {
    steps.done = [...steps.done, { pair, ...now() }].slice(-MAX_STEPS)
    steps.undone = steps.undone.filter((step) => step.pair !== pair)
    store({ ...now(), ...next })
  }
  const store = ({ lines, lockedLines, shapes }: Omit<Step, 'pair'>) =>
    set({
      chartLines: { ...get().chartLines, [pair]: [...lines] },
      lockedLines: { ...get().lockedLines, [pair]: lockedLines.filter((price) => lines.includes(price)) },
      chartShapes: { ...get().chartShapes, [pair]: [...shapes] },
    })
  /** To the last step of the pair; the one that it is left for can be returned to. */
  function goBack(from: keyof Steps, other: keyof Steps): void {
    const last = steps[from].findLast((step) => step.pair === pair)
    if (!last) return
    steps[from] = steps[from].filter((step) => step !== last)
    steps[other] = [...steps[other], { pair, ...now() }]
    store(last)
  }
  return {
    onLines: (lines: readonly number[]) => change({ lines }),
    onLockedLines: (lockedLines: readonly number[]) => change({ lockedLines }),
    onShapes: (shapes: readonly Shape[]) => change({ shapes: shapes.map(shapeText) }),
    onUndo: () => goBack('done', 'undone'),
    onRedo: () => goBack('undone', 'done'),
  }
}

/** What the user has drawn on the pair, stored with the preferences; changes since the page was opened can be taken back. */
function useOwnDrawings(pair: PairId): OwnDrawings {
  const { preferences } = usePublicServices()
  const [preferred] = usePreferences()
  const lines = preferred.chartLines?.[pair] ?? NONE
  const lockedLines = preferred.lockedLines?.[pair] ?? NONE
  const texts = preferred.chartShapes?.[pair] ?? NO_SHAPES
  const shapes = useMemo(() => texts.flatMap((text) => parseShape(text) ?? []), [texts])
  const [steps] = useState<Steps>({ done: [], undone: [] })
  const changes = useMemo(() => drawingsOn(pair, preferences, steps), [pair, preferences, steps])
  // Each change stores other drawings, which renders this again.
  const isOfPair = (step: Step) => step.pair === pair
  return {
    ...changes,
    lines,
    lockedLines,
    shapes,
    canUndo: steps.done.some(isOfPair),
    canRedo: steps.undone.some(isOfPair),
  }
}

/** Market time and source of what a chart shows: '2026-11-22 19:53:07 UTC · Kraken'. */
export function captionOf(market: MarketSnapshot | undefined, now: number): string {
  if (!market) return formatExact(now)
  return `${formatExact(marketTime(market, now))} · ${market.market.label}`
}

/** The tools of the chart of a view, with what they change stored for the user. */
export function useChartTools(
  { pair }: DashboardView,
  market$: Observable<MarketSnapshot | undefined>,
  [isFullScreen, onFullScreen]: FullScreen,
  onOrder?: ChartTools['onOrder'],
): ChartTools {
  const { lines, onLines, lockedLines, onLockedLines, shapes, onShapes, onUndo, canUndo, onRedo, canRedo } =
    useOwnDrawings(pair)
  const [preferences, setPreferences] = usePreferences()
  const { chartScale: scale = 'linear', denseChart: isDense = false, timeZone = DEFAULT_FORMAT.timeZone } = preferences
  const isLocalTime = timeZone !== DEFAULT_FORMAT.timeZone
  const onScale = useCallback((chartScale: typeof scale) => setPreferences({ chartScale }), [setPreferences])
  const onDense = useCallback((denseChart: boolean) => setPreferences({ denseChart }), [setPreferences])
  const onLocalTime = useCallback(
    (isLocal: boolean) => setPreferences({ timeZone: isLocal ? DEVICE_TIME_ZONE : DEFAULT_FORMAT.timeZone }),
    [setPreferences],
  )
  const now = useClock()
  const caption = useCallback(() => {
    let market: MarketSnapshot | undefined
    market$.subscribe((next) => (market = next)).unsubscribe()
    return captionOf(market, now())
  }, [market$, now])
  return useMemo(
    () => ({
      lines,
      onLines,
      lockedLines,
      onLockedLines,
      shapes,
      onShapes,
      onUndo,
      canUndo,
      onRedo,
      canRedo,
      onOrder,
      scale,
      onScale,
      isDense,
      onDense,
      isLocalTime,
      onLocalTime,
      isFullScreen,
      onFullScreen,
      caption,
    }),
    [
      lines,
      onLines,
      lockedLines,
      onLockedLines,
      shapes,
      onShapes,
      onUndo,
      canUndo,
      onRedo,
      canRedo,
      onOrder,
      scale,
      onScale,
      isDense,
      onDense,
      isLocalTime,
      onLocalTime,
      isFullScreen,
      onFullScreen,
      caption,
    ],
  )
}
