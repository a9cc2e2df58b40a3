import { useRouter } from '@tanstack/react-router'
import { assignInlineVars } from '@vanilla-extract/dynamic'
import { useObservableEagerState } from 'observable-hooks'
import { Suspense, lazy, useCallback, useMemo, type ComponentType, type ReactNode } from 'react'
import { distinctUntilChanged, map, type Observable } from 'rxjs'
import { CHART } from '#contract/limits.ts'
import { readLevels } from '#src/analysis/levels.ts'
import { usePreferences, useServices, useSession } from '#src/app/services.ts'
import { roleReaches } from '#contract/roles.ts'
import { sessionUser } from '#src/machines/session/selectors.ts'
import { useDashboardView } from '#src/app/use-dashboard-view.ts'
import {
  CHART_TEXTS,
  DEFAULT_VIEW,
  marketDisplayMs,
  stepOf,
  type DashboardView,
  type FiguresByPair,
  type MarketSnapshot,
  type PastCandles,
  type Streams,
} from '#src/streams/index.ts'
import { cx } from '#src/ui/cx.ts'
import type { CandleChartProps } from '#src/ui/charts/CandleChart.tsx'
import type { ChartGroup } from '#src/ui/charts/in-step.ts'
import { parsePairs } from '#contract/pairs.ts'
import type { ChartMark, ChartOverlays } from '#src/ui/charts/overlays/data.ts'
import type { ChartFuture } from '#src/ui/charts/move-bands.ts'
import type { ChartTools } from '#src/ui/charts/tools/chart-tools.ts'
import type { PriceZone, ZoneMode } from '#src/ui/charts/zones.ts'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { ErrorBoundary } from '#src/ui/feedback/ErrorBoundary.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { ResizeHandle } from '#src/ui/controls/ResizeHandle.tsx'
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx'
import { Spinner } from '#src/ui/feedback/Spinner.tsx'
import { useNow } from '#src/ui/format/useNow.ts'
import { useFullScreen } from '#src/ui/screen/useFullScreen.ts'
import { useTheme } from '#src/ui/theme/ThemeProvider.tsx'
import { Help } from '#src/ui/overlays/Help.tsx'
import { cardData, streamOf } from '../analytics/card-data.ts'
import { chartFuture } from '../confluence/future.ts'
import { chartZones, drawnZones } from '../levels/zones.ts'
import { chartTitle } from '../view/titles.ts'
import { ChartAge } from './ChartAge.tsx'
import { ChartsLink } from './ChartsLink.tsx'
import { ChartFacts } from './ChartFacts.tsx'
import { OverlaysMenu } from './OverlaysMenu.tsx'
import { useChartOverlays } from './overlays/useChartOverlays.ts'
import { LevelsMenu } from './LevelsMenu.tsx'
import { useRecovery } from './useRecovery.ts'
import { useChartHighlight } from './highlight.tsx'
import { useChartTools } from './useChartTools.ts'
import { useShownOverlays } from './useShownOverlays.ts'
import * as css from './LiveChartCard.css.ts'

const LazyCandleChart = lazy(() =>
  import('#src/ui/charts/CandleChart.tsx').then((module) => ({ default: module.CandleChart })),
)

export interface LiveChartCardProps {
  /** What the candles are of. */
  readonly view?: DashboardView | undefined
  readonly window$: Streams['candles']['window$']
  /** The candles that are drawn, with older ones as it is scrolled. */
  readonly past: PastCandles
  /** What another part of the page points at. */
  readonly highlight?: CandleChartProps['highlight']
  readonly market$: Observable<MarketSnapshot | undefined>
  readonly pairFigures$: Observable<FiguresByPair>
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
  readonly showsVolume: boolean
  readonly onShowVolume: (showsVolume: boolean) => void
  /** What is expected of the next candles, if the timeframe has forecasts; drawn only if it is shown. */
  readonly future?: ChartFuture | undefined
  readonly showsBands: boolean
  readonly onShowBands: (showsBands: boolean) => void
  /** Called with a mark that was pressed: a decision. */
  readonly onOpenMark?: CandleChartProps['onOpen']
  /** What can be done with the chart besides looking. */
  readonly tools?: ChartTools | undefined
  /** Charts that it is kept in step with. */
  readonly group?: ChartGroup | undefined
  /** After the menus. */
  readonly more?: ReactNode
  /** What chooses the view, in place of a title: for one of several charts, which have the height of their place. */
  readonly choice?: ReactNode
  /** The chart itself, loaded on first render by default. */
  readonly chart?: ComponentType<CandleChartProps>
}

const Loading = () => (
  <output className={css.overlay}>
    <Spinner />
    Loading real market data...
  </output>
)

/** The live chart of a pair with its key values and errors. */
export function LiveChartCard({
  view = DEFAULT_VIEW,
  window$,
  past,
  highlight,
  market$,
  pairFigures$,
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
  showsVolume,
  onShowVolume,
  future,
  showsBands,
  onShowBands,
  onOpenMark,
  tools,
  group,
  more,
  choice,
  chart: CandleChart = LazyCandleChart,
}: LiveChartCardProps) {
  const { theme } = useTheme()
  const title = chartTitle(view)
  const market = useObservableEagerState(market$)
  const now = useNow(marketDisplayMs(market))
  const others = useMemo(
    () => parsePairs(market?.market.pairs ?? []).filter((pair) => pair !== view.pair),
    [market?.market.pairs, view.pair],
  )
  const state$ = useMemo(
    () =>
      window$.pipe(
        map(({ status, error, liveness }) => ({ status, error, isLive: liveness === 'live' })),
        distinctUntilChanged((a, b) => a.status === b.status && a.error === b.error && a.isLive === b.isLive),
      ),
    [window$],
  )
  const isOneOfMany = choice !== undefined
  const isFullScreen = tools?.isFullScreen === true
  const hasList = !isOneOfMany && !isFullScreen
  const drawn = useMemo(() => drawnZones(zones, { showsWeak, hasList }), [zones, showsWeak, hasList])
  const { status, error, isLive } = useObservableEagerState(state$)
  const recovery = useRecovery(overlays)
  const age = <ChartAge {...{ window$, market, now }} isLoading={status === 'loading'} />
  const content = (
    <div
      className={cx(css.content, isOneOfMany && css.filling, isFullScreen && css.full)}
      style={assignInlineVars({ [css.chosenHeight]: height === undefined ? undefined : `${height}px` })}
    >
      <div className={css.toolbar}>
        {isFullScreen ? <strong className={css.fullTitle}>{title}</strong> : null}
        <ChartFacts {...{ window$, pairFigures$, market, now }} />
        <div className={css.menus}>
          <OverlaysMenu
            others={others}
            shown={shownOverlays}
            onChange={onShowOverlays}
            {...{ showsVolume, onShowVolume, showsBands, onShowBands }}
          />
          <LevelsMenu {...{ mode, showsWeak, onShowWeak }} count={zones.length} onChange={onModeChange} />
          {more}
        </div>
      </div>
      <div className={css.stage} aria-busy={status === 'loading'}>
        <div className={cx(css.canvas, !isLive && css.grey)} inert={status !== 'ready'}>
          <ErrorBoundary message={CHART_TEXTS.rendering} isFinal recover={recovery.recover}>
            <Suspense fallback={status === 'ready' ? <Loading /> : null}>
              <CandleChart
                key={title}
                {...{
                  past,
                  mode,
                  theme,
                  group,
                  highlight,
                  showsVolume,
                  tools,
                  pair: view.pair,
                  stepS: stepOf(view),
                  label: title,
                }}
                future={showsBands ? future : undefined}
                overlays={recovery.overlays}
                changes$={past.changes$}
                zones={drawn}
                onOpen={onOpenMark}
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
        {recovery.leftOut.length === 0 ? null : (
          <div className={css.notice}>
            <Alert
              tone="warning"
              action={
                <Button size="small" onClick={recovery.showAgain}>
                  Try again
                </Button>
              }
            >
              The chart is shown without {recovery.leftOut.join(', ')}, which could not be drawn.
            </Alert>
          </div>
        )}
        {status === 'ready' && error !== undefined ? (
          <div className={css.notice}>
            <Alert tone="danger">{error}</Alert>
          </div>
        ) : null}
      </div>
      {isOneOfMany || isFullScreen ? null : (
        <ResizeHandle
          label="Height of the chart"
          min={CHART.minHeightPx}
          max={CHART.maxHeightPx}
          value={height}
          onChange={onHeightChange}
        />
      )}
    </div>
  )
  if (isOneOfMany)
    return (
      <section className={css.place} aria-label={title}>
        <header className={css.placeHeader}>
          {choice}
          <span className={css.placeAge}>{age}</span>
        </header>
        {content}
      </section>
    )
  return (
    <Card title={title} help={<Help of={title} topic="chart" />} trailing={age} compact spread flush>
      {content}
    </Card>
  )
}

/** The live chart of the dashboard's view, with the way to the page of charts. */
export function LiveChart({ hasCharts }: { readonly hasCharts: boolean }) {
  const { streams } = useServices()
  const view = useDashboardView()
  const past = useMemo(() => streams.pastCandles(view), [streams, view])
  return (
    <AnalysedChart
      {...{ view, past }}
      window$={streams.candles.window$}
      highlight={useChartHighlight()}
      more={hasCharts ? <ChartsLink /> : null}
    />
  )
}

/** The live chart of a view with the levels of the latest analysis of its pair, as the user has set it up. */
export function AnalysedChart(
  props: Pick<LiveChartCardProps, 'window$' | 'past' | 'highlight' | 'group' | 'more' | 'choice'> & {
    readonly view: DashboardView
  },
) {
  const { view, past } = props
  const { pair } = view
  const { streams } = useServices()
  const zones$ = useMemo(
    () =>
      chartZones(
        cardData(streams.records, { ...streamOf('levels'), read: readLevels }, pair).pipe(
          map(({ payload }) => payload?.model),
        ),
      ),
    [streams, pair],
  )
  const router = useRouter({ warn: false })
  const [preferences, setPreferences] = usePreferences()
  const { zones: mode = 'zones', weakLevels = false, chartHeight } = preferences
  const [shown, onShow] = useShownOverlays()
  const { volume: showsVolume = true, moveBands: showsBands = true } = preferences
  const future$ = useMemo(() => chartFuture(streams.records, view), [streams, view])
  const overlays = useChartOverlays(view, shown, past)
  const mayTrade = useSession((snapshot) => roleReaches(sessionUser(snapshot)?.role ?? 'Viewer', 'Trader'))
  const order = useCallback(
    (price: number) => void router?.navigate({ to: '/trading', search: { order: `${pair}@${price}` } }),
    [router, pair],
  )
  const tools = useChartTools(view, streams.market$, useFullScreen(), mayTrade ? order : undefined)
  const openMark = useCallback(
    ({ opens }: ChartMark) => {
      if (opens) void router?.navigate({ to: '/trading', search: opens })
    },
    [router],
  )
  return (
    <LiveChartCard
      {...props}
      market$={streams.market$}
      pairFigures$={streams.pairFigures$}
      zones={useObservableEagerState(zones$)}
      mode={mode}
      onModeChange={(zones) => setPreferences({ zones })}
      height={props.choice === undefined ? chartHeight : undefined}
      onHeightChange={(height) => setPreferences({ chartHeight: height })}
      showsWeak={weakLevels}
      onShowWeak={(showsWeak) => setPreferences({ weakLevels: showsWeak })}
      onOpenMark={openMark}
      tools={tools}
      overlays={overlays}
      shownOverlays={shown}
      onShowOverlays={onShow}
      showsVolume={showsVolume}
      onShowVolume={(volume) => setPreferences({ volume })}
      future={useObservableEagerState(future$)}
      showsBands={showsBands}
      onShowBands={(moveBands) => setPreferences({ moveBands })}
    />
  )
}
