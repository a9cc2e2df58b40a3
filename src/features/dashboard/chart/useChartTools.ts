import { useCallback, useMemo } from 'react'
import type { Observable } from 'rxjs'
import { usePreferences } from '#src/app/services.ts'
import { marketTime, type DashboardView, type MarketSnapshot } from '#src/streams/index.ts'
import type { ChartTools } from '#src/ui/charts/tools/chart-tools.ts'
import { formatExact } from '#src/ui/format/time.ts'
import { DEFAULT_FORMAT, DEVICE_TIME_ZONE } from '#src/ui/format/regional.ts'
import type { FullScreen } from '#src/ui/screen/useFullScreen.ts'
import { useOwnLines } from './useOwnLines.ts'

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
  const [{ chartScale: scale = 'linear', timeZone = DEFAULT_FORMAT.timeZone }, setPreferences] = usePreferences()
  const isLocalTime = timeZone !== DEFAULT_FORMAT.timeZone
  const onScale = useCallback((chartScale: typeof scale) => setPreferences({ chartScale }), [setPreferences])
  const onLocalTime = useCallback(
    (isLocal: boolean) => setPreferences({ timeZone: isLocal ? DEVICE_TIME_ZONE : DEFAULT_FORMAT.timeZone }),
    [setPreferences],
  )
  const caption = useCallback(() => {
    let market: MarketSnapshot | undefined
    market$.subscribe((next) => (market = next)).unsubscribe()
    return captionOf(market, Date.now())
  }, [market$])
  return useMemo(
    () => ({
      lines,
      onLines,
      onUndo,
      canUndo,
      scale,
      onScale,
      isLocalTime,
      onLocalTime,
      isFullScreen,
      onFullScreen,
      caption,
    }),
    [lines, onLines, onUndo, canUndo, scale, onScale, isLocalTime, onLocalTime, isFullScreen, onFullScreen, caption],
  )
}
