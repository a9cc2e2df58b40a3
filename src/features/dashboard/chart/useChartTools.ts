import { useCallback, useMemo, useState } from 'react'
import type { Observable } from 'rxjs'
import type { PairId } from '#contract/pairs.ts'
import { type PublicServices, usePreferences, usePublicServices } from '#src/app/services.ts'
import { type DashboardView, type MarketSnapshot, marketTime } from '#src/streams/index.ts'
import type { ChartTools } from '#src/ui/charts/tools/chart-tools.ts'
import { DEFAULT_FORMAT, DEVICE_TIME_ZONE } from '#src/ui/format/regional.ts'
import { formatExact } from '#src/ui/format/time.ts'
import { useClock } from '#src/ui/format/useNow.ts'
import type { FullScreen } from '#src/ui/screen/useFullScreen.ts'

const NONE: readonly number[] = []
const MAX_STEPS = 50

type Step = Readonly<{ pair: PairId; lines: readonly number[] }>

/** Changes of the lines on a pair, each of which can be taken back. */
function linesOn(pair: PairId, { get, set }: PublicServices['preferences'], steps: { current: readonly Step[] }) {
  const linesNow = () => get().chartLines?.[pair] ?? NONE
  const store = (lines: readonly number[]) => set({ chartLines: { ...get().chartLines, [pair]: [...lines] } })
  return {
    onLines(next: readonly number[]) {
      steps.current = [...steps.current, { pair, lines: linesNow() }].slice(-MAX_STEPS)
      store(next)
    },
    onUndo() {
      const last = steps.current.findLast((step) => step.pair === pair)
      if (!last) return
      steps.current = steps.current.filter((step) => step !== last)
      store(last.lines)
    },
  }
}

/** The user's lines on a pair, stored with the preferences; changes since the page was opened can be taken back. */
function useOwnLines(pair: PairId): Pick<ChartTools, 'lines' | 'onLines' | 'onUndo' | 'canUndo'> {
  const { preferences } = usePublicServices()
  const [{ chartLines }] = usePreferences()
  const lines = chartLines?.[pair] ?? NONE
  const [steps] = useState<{ current: readonly Step[] }>({ current: [] })
  const changes = useMemo(() => linesOn(pair, preferences, steps), [pair, preferences, steps])
  // Each change stores other lines, which renders this again.
  return { ...changes, lines, canUndo: steps.current.some((step) => step.pair === pair) }
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
): ChartTools {
  const { lines, onLines, onUndo, canUndo } = useOwnLines(pair)
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
      onUndo,
      canUndo,
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
      onUndo,
      canUndo,
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
