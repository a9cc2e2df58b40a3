import { useRouter } from '@tanstack/react-router'
import { assignInlineVars } from '@vanilla-extract/dynamic'
import { useObservableEagerState } from 'observable-hooks'
import { Suspense, lazy, useMemo, type ComponentType } from 'react'
import { distinctUntilChanged, map } from 'rxjs'
import type { Observable } from 'rxjs'
import { CHART } from '#contract/limits.ts'
import { DEFAULT_PAIR } from '#contract/pairs.ts'
import { DEFAULT_TIMEFRAME } from '#contract/timeframes.ts'
import { usePreferences, useServices } from '#src/app/services.ts'
import {
  CHART_TEXTS,
  marketDisplayMs,
  type MarketSnapshot,
  type PastCandles,
  type Streams,
} from '#src/streams/index.ts'
import { cx } from '#src/ui/cx.ts'
import type { CandleChartProps } from '#src/ui/charts/CandleChart.tsx'
import type { ChartOverlays } from '#src/ui/charts/overlays/data.ts'
import { isWeak, type PriceZone, type ZoneMode } from '#src/ui/charts/zones.ts'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { ErrorBoundary } from '#src/ui/feedback/ErrorBoundary.tsx'
import { ResizeHandle } from '#src/ui/controls/ResizeHandle.tsx'
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx'
import { Spinner } from '#src/ui/feedback/Spinner.tsx'
import { useNow } from '#src/ui/format/useNow.ts'
import { useTheme } from '#src/ui/theme/ThemeProvider.tsx'
import { Help } from '#src/ui/overlays/Help.tsx'
import { cardData } from '../analytics/card-data.ts'
import { LEVELS } from '../analytics/LiveCards.tsx'
import { chartZones } from '../levels/zones.ts'
import { ChartAge } from './ChartAge.tsx'
import { ChartFacts } from './ChartFacts.tsx'
import { OverlaysMenu } from './OverlaysMenu.tsx'
import { useChartOverlays } from './overlays/useChartOverlays.ts'
import { LevelsMenu } from './LevelsMenu.tsx'
import * as css from './LiveChartCard.css.ts'

const LazyCandleChart = lazy(() =>
  import('#src/ui/charts/CandleChart.tsx').then((module) => ({ default: module.CandleChart })),
)

const TITLE = 'BTC/USD Live Chart (1m)'
const VIEW = { pair: DEFAULT_PAIR, timeframe: DEFAULT_TIMEFRAME }
const NO_OVERLAYS: readonly string[] = []

export interface LiveChartCardProps {
  readonly candles: Streams['candles']
  /** Where older candles come from. */
  readonly past?: PastCandles | undefined
  readonly market$: Observable<MarketSnapshot | undefined>
  /** Support and resistance zones. */
  readonly zones: readonly PriceZone[]
  /** How the zones are drawn. */
  readonly mode: ZoneMode
  readonly onModeChange: (mode: ZoneMode) => void
  /** Chosen height of the chart in px; undefined for the one that suits the window. */
  readonly height: number | undefined
  readonly onHeightChange: (height: number | undefined) => void
  readonly showsWeak: boolean
  readonly onShowWeak: (showsWeak: boolean) => void
  /** What is drawn beside the candles, and the ids of it that the user has chosen. */
  readonly overlays?: ChartOverlays | undefined
  readonly shownOverlays: readonly string[]
  readonly onShowOverlays: (shown: readonly string[]) => void
  /** Called with the id of the strategy whose decision was pressed. */
  readonly onOpenStrategy?: ((id: string) => void) | undefined
  /** The chart itself, loaded on first render by default. */
  readonly chart?: ComponentType<CandleChartProps>
}

const Loading = () => (
  <output className={css.overlay}>
    <Spinner />
    Loading real market data...
  </output>
)

/** The live one-minute chart of the default pair with its key values and errors. */
export function LiveChartCard({
  candles,
  past,
  market$,
  zones,
  mode,
  onModeChange,
  height,
  onHeightChange,
  showsWeak,
  onShowWeak,
  overlays,
  shownOverlays,
  onShowOverlays,
  onOpenStrategy,
  chart: CandleChart = LazyCandleChart,
}: LiveChartCardProps) {
  const { window$, candles$ } = candles
  const { theme } = useTheme()
  const market = useObservableEagerState(market$)
  const now = useNow(marketDisplayMs(market))
  const state$ = useMemo(
    () =>
      window$.pipe(
        map(({ status, error, liveness }) => ({ status, error, isLive: liveness === 'live' })),
        distinctUntilChanged((a, b) => a.status === b.status && a.error === b.error && a.isLive === b.isLive),
      ),
    [window$],
  )
  const drawn = useMemo(() => (showsWeak ? zones : zones.filter((zone) => !isWeak(zone))), [zones, showsWeak])
  const { status, error, isLive } = useObservableEagerState(state$)

  return (
    <Card
      title={TITLE}
      help={<Help of={TITLE} topic="chart" />}
      trailing={<ChartAge {...{ window$, market, now }} isLoading={status === 'loading'} />}
      spread
      flush
    >
      <div
        className={css.content}
        style={assignInlineVars({ [css.chosenHeight]: height === undefined ? undefined : `${height}px` })}
      >
        <div className={css.toolbar}>
          <ChartFacts window$={window$} market={market} now={now} />
          <div className={css.menus}>
            <OverlaysMenu shown={shownOverlays} onChange={onShowOverlays} />
            <LevelsMenu {...{ mode, showsWeak, onShowWeak }} count={zones.length} onChange={onModeChange} />
          </div>
        </div>
        <div className={css.stage} aria-busy={status === 'loading'}>
          <div className={cx(css.canvas, !isLive && css.grey)} inert={status !== 'ready'}>
            <ErrorBoundary message={CHART_TEXTS.rendering} isFinal>
              <Suspense fallback={status === 'ready' ? <Loading /> : null}>
                <CandleChart
                  {...{ past, mode, overlays, theme, pair: DEFAULT_PAIR, label: TITLE }}
                  candles$={past?.candles$ ?? candles$}
                  zones={drawn}
                  onOpen={onOpenStrategy}
                />
              </Suspense>
            </ErrorBoundary>
          </div>
          {status === 'loading' ? <Loading /> : null}
          {status === 'failed' ? (
            <div className={css.overlay}>
              <ErrorState message={error ?? ''} />
            </div>
          ) : null}
          {status === 'ready' && error !== undefined ? (
            <div className={css.notice}>
              <Alert tone="danger">{error}</Alert>
            </div>
          ) : null}
        </div>
        <ResizeHandle
          label="Height of the chart"
          min={CHART.minHeightPx}
          max={CHART.maxHeightPx}
          value={height}
          onChange={onHeightChange}
        />
      </div>
    </Card>
  )
}

/** The live chart with the levels of the latest analysis. */
export function LiveChart() {
  const { streams } = useServices()
  const zones$ = useMemo(
    () => chartZones(cardData(streams.records, LEVELS).pipe(map(({ payload }) => payload?.model))),
    [streams],
  )
  const router = useRouter({ warn: false })
  const past = useMemo(() => streams.pastCandles(VIEW), [streams])
  const [{ zones: mode = 'zones', weakLevels = false, chartHeight, overlays: shown = NO_OVERLAYS }, setPreferences] =
    usePreferences()
  const overlays = useChartOverlays(VIEW, shown)
  return (
    <LiveChartCard
      candles={streams.candles}
      past={past}
      market$={streams.market$}
      zones={useObservableEagerState(zones$)}
      mode={mode}
      onModeChange={(zones) => setPreferences({ zones })}
      height={chartHeight}
      onHeightChange={(height) => setPreferences({ chartHeight: height })}
      showsWeak={weakLevels}
      onShowWeak={(showsWeak) => setPreferences({ weakLevels: showsWeak })}
      onOpenStrategy={(strategy) => void router?.navigate({ to: '/trading', search: { strategy } })}
      overlays={overlays}
      shownOverlays={shown}
      onShowOverlays={(next) => setPreferences({ overlays: [...next] })}
    />
  )
}
