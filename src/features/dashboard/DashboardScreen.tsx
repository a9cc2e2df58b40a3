import { useSearch } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useObservableEagerState } from 'observable-hooks'
import { type ComponentType, type ReactNode, useCallback, useLayoutEffect, useMemo } from 'react'
import { type PairId, PAIRS } from '#contract/pairs.ts'
import type { CaseScore, ScoreKind } from '#contract/score-card/schema.ts'
import { readConfluence } from '#src/analysis/confluence.ts'
import type { Figures } from '#src/analysis/figures.ts'
import { readIndicators } from '#src/analysis/indicators.ts'
import { readLevels } from '#src/analysis/levels.ts'
import { MEANINGS } from '#src/analysis/meanings.ts'
import { readPatterns } from '#src/analysis/patterns.ts'
import { readStructure } from '#src/analysis/structure.ts'
import { usePreferences, useServices } from '#src/app/services.ts'
import { useDashboardView } from '#src/app/use-dashboard-view.ts'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import type { Result } from '#src/lib/result.ts'
import { connectionStatus } from '#src/machines/connection/selectors.ts'
import { marketDisplayMs } from '#src/streams/index.ts'
import { PageHeader, type PageHeaderProps } from '#src/ui/cards/PageHeader.tsx'
import { ToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { cx } from '#src/ui/cx.ts'
import { formatPrice } from '#src/ui/format/number.ts'
import { useNow, useSampled } from '#src/ui/format/useNow.ts'
import { ComparisonCard } from './ComparisonCard.tsx'
import * as css from './DashboardLayout.css.ts'
import { AnalyticsSection } from './analytics/AnalyticsSection.tsx'
import type { CardChoice } from './analytics/CardStrip.tsx'
import { type CardSource, hasCardData } from './analytics/card-data.ts'
import { useCard } from './analytics/useCard.tsx'
import { CachedBadge } from './cached/CachedBadge.tsx'
import type { AnalysisProps } from './card/AnalysisCard.tsx'
import { type CardName, isCardName } from './cards.ts'
import { LiveChart } from './chart/LiveChartCard.tsx'
import { isPriceLive } from './chart/candle-clock.ts'
import { ChartHighlightProvider } from './chart/highlight.tsx'
import { LIVE_CHART_ID } from './chart/live-chart-id.ts'
import { ConfluenceCard } from './confluence/ConfluenceCard.tsx'
import { CardAddressContext, useRoutedCardAddress } from './detail/card-address.ts'
import { LiveIndicatorsCard } from './indicators/IndicatorsCard.tsx'
import { LevelNamesProvider } from './levels/level-names.tsx'
import { LevelsCard } from './levels/LevelsCard.tsx'
import { LiveMatrix } from './matrix/LiveMatrix.tsx'
import { PatternsCard } from './patterns/PatternsCard.tsx'
import { type CardScores, CardScoresContext } from './scores/card-scores.ts'
import { dashboardSearch } from './search.ts'
import { StructureCard } from './structure/StructureCard.tsx'
import { DashboardPairChoice, TimeframeChoice } from './view/ViewBar.tsx'
import { noteOf, viewOf } from './view/address.ts'

/** What reads and draws a card, and explains its figures. */
interface CardView<Model> {
  readonly read: CardSource<Model>['read']
  readonly Card: ComponentType<AnalysisProps<Model>>
  readonly figures: Figures
}
const view = <Model,>(
  read: CardView<Model>['read'],
  Card: CardView<Model>['Card'],
  figures: Figures,
): CardView<Model> => ({ read, Card, figures })

const VIEWS = {
  structure: view(readStructure, StructureCard, MEANINGS.structure),
  patterns: view(readPatterns, PatternsCard, MEANINGS.patterns),
  levels: view(readLevels, LevelsCard, MEANINGS.levels),
  indicators: view(readIndicators, LiveIndicatorsCard, MEANINGS.indicators),
  confluence: view(readConfluence, ConfluenceCard, MEANINGS.confluence),
}
type ModelOf<View> = View extends CardView<infer Model> ? Model : never
type Models = { readonly [Name in CardName]: ModelOf<(typeof VIEWS)[Name]> }

/** The code of each card. */
export const CARD_VIEWS: { readonly [Name in CardName]: CardView<Models[Name]> } = VIEWS

interface LiveCardProps<Name> {
  readonly name: Name
  readonly isUnreachable: boolean
}

/** A card on its own stream, so that a change rerenders one card only, and the dialog with its raw message. */
function LiveCard<Name extends CardName>({ name, isUnreachable }: LiveCardProps<Name>) {
  const { read, Card, figures } = CARD_VIEWS[name]
  const { card, dialog } = useCard(name, read, figures)
  return (
    <>
      <Card {...card} isUnreachable={isUnreachable} />
      {dialog}
    </>
  )
}

interface DashboardLayoutProps {
  readonly header: ReactNode
  /** What the address names and this server does not have. */
  readonly note?: ReactNode
  /** Shown beside the title while cached data is displayed; takes no space in the layout. */
  readonly cachedBadge?: ReactNode
  readonly chart: ReactNode
  /** A section with `display: contents`, whose cards name their grid areas; see `analytics.css.ts`. */
  readonly analytics: ReactNode
  /** The model panel. */
  readonly models?: ReactNode
  readonly comparison: ReactNode
  /** Whether the rest is hidden beside chart, matrix and levels, where there is room for them. */
  readonly isFocused?: boolean
}

/** The parts of the dashboard in their documented order, laid out by the available width. */
export function DashboardLayout({
  header,
  note,
  cachedBadge,
  chart,
  analytics,
  models,
  comparison,
  isFocused = false,
}: DashboardLayoutProps) {
  return (
    <div className={css.screen}>
      {header}
      {note}
      <div className={css.cachedBadge}>{cachedBadge}</div>
      <div className={css.container}>
        <div className={cx(css.grid, isFocused && css.focused)}>
          <div id={LIVE_CHART_ID} className={css.chart}>
            {chart}
          </div>
          {analytics}
          {models === undefined ? null : <div className={css.models}>{models}</div>}
          <div className={css.comparison}>{comparison}</div>
        </div>
      </div>
    </div>
  )
}

/** Scores change by a few cases an hour. */
const EVERY_MS = 300_000

type PairScores = Pick<CardScores, 'pair' | 'scores'>

/** [SC-43] Loads the scores of the pair that is shown, for its cards. */
export function CardScoresProvider({ children }: { readonly children: ReactNode }) {
  const { scoreCard } = useServices()
  const { pair } = useDashboardView()
  const load = useCallback(
    async (query: { readonly pair: PairId }, signal: AbortSignal): Promise<Result<PairScores>> => {
      const result = await scoreCard(query, signal)
      if (!result.ok) return result
      const scores: Partial<Record<ScoreKind, CaseScore>> = {}
      for (const { kind, total } of result.value.kinds) scores[kind] = total
      return { ok: true, value: { pair: query.pair, scores } }
    },
    [scoreCard],
  )
  const { value, error } = useRemoteQuery(load, { pair }, EVERY_MS)
  // Those of another pair are never shown.
  const scores = value?.pair === pair ? value.scores : undefined
  const hasFailed = error !== undefined
  const shown = useMemo(() => ({ pair, scores, hasFailed }), [pair, scores, hasFailed])
  return <CardScoresContext value={shown}>{children}</CardScoresContext>
}

/** The dashboard's heading; the title of the tab leads with the price while it is live, so that it is read from elsewhere. */
export function DashboardHeader({ actions, bar }: Pick<PageHeaderProps, 'actions' | 'bar'>) {
  const { candles, market$ } = useServices().streams
  const { pair } = useDashboardView()
  const market = useObservableEagerState(market$)
  const now = useNow(marketDisplayMs(market))
  const shown = useSampled(candles.window$, now)
  const last = shown.view.pair === pair ? shown.candles.last?.candle : undefined
  const { label } = PAIRS[pair]
  const price = last && isPriceLive(shown, market, now) ? `${formatPrice(last.close, pair)} ${label} · ` : ''
  return (
    <PageHeader
      title="Trading Dashboard"
      subtitle={`Live ${label} market data and analysis`}
      actions={actions}
      bar={bar}
      documentTitle={`${price}Dashboard`}
    />
  )
}

/** The Market Analytics Dashboard on live data. */
export function MarketAnalytics() {
  const { connections, streams } = useServices()
  const status = useSelector(connections.analytics, connectionStatus)
  const hasData$ = useMemo(() => hasCardData(streams.records), [streams])
  const hasData = useObservableEagerState(hasData$)
  const isUnreachable = status === 'error'
  const isEstablishing = !hasData && status !== 'connected' && !isUnreachable
  const [{ card }, setPreferences] = usePreferences()
  const onShow = useCallback((next: CardChoice) => setPreferences({ card: next }), [setPreferences])
  return (
    <LevelNamesProvider>
      <AnalyticsSection
        isEstablishing={isEstablishing}
        matrix={<LiveMatrix />}
        renderCard={(name) => <LiveCard name={name} isUnreachable={isUnreachable} />}
        shown={isCardName(card) ? card : 'all'}
        onShow={onShow}
      />
    </LevelNamesProvider>
  )
}

const FOCUS_OPTIONS = [
  { id: 'focus', label: 'Focus' },
  { id: 'everything', label: 'Everything' },
] as const
const NONE: readonly string[] = []

/** Follows the address, with what stands in for what this server does not have, and says so. */
function ViewNote() {
  const { streams } = useServices()
  const { pair, tf } = useSearch({ strict: false, select: (raw) => dashboardSearch(raw), structuralSharing: true })
  const served = useObservableEagerState(streams.market$)?.market.pairs ?? NONE
  const names = served.join()
  useLayoutEffect(() => {
    streams.show(viewOf({ pair, tf }, names === '' ? NONE : names.split(',')))
  }, [streams, pair, tf, names])
  const note = noteOf({ pair, tf }, served)
  return note === undefined ? null : <Alert tone="warning">{note}</Alert>
}

/** Shows the chart, where all sources point and the levels, or everything. */
function FocusChoice() {
  const [{ focus = false }, setPreferences] = usePreferences()
  return (
    <div className={css.focusChoice}>
      <ToggleGroup
        label="Parts of the dashboard"
        options={FOCUS_OPTIONS}
        value={focus ? 'focus' : 'everything'}
        onChange={(choice) => setPreferences({ focus: choice === 'focus' })}
      />
    </div>
  )
}

interface DashboardScreenProps {
  /** Content of the model panel. */
  readonly models: ReactNode
  /** Whether pair and timeframe are given, as in a replay. */
  readonly hasFixedView?: boolean
}

export default function DashboardScreen({ models, hasFixedView = false }: DashboardScreenProps) {
  const { config } = useServices()
  const [{ focus: isFocused = false }] = usePreferences()
  return (
    <ChartHighlightProvider>
      <DashboardLayout
        header={
          <DashboardHeader
            actions={
              <>
                <FocusChoice />
                {hasFixedView ? null : <DashboardPairChoice />}
              </>
            }
            bar={hasFixedView ? undefined : <TimeframeChoice />}
          />
        }
        note={hasFixedView ? undefined : <ViewNote />}
        cachedBadge={<CachedBadge />}
        chart={<LiveChart hasCharts={!hasFixedView} />}
        analytics={
          <CardAddressContext value={useRoutedCardAddress()}>
            <CardScoresProvider>
              <MarketAnalytics />
            </CardScoresProvider>
          </CardAddressContext>
        }
        models={models}
        comparison={<ComparisonCard src={config.comparison} />}
        isFocused={isFocused}
      />
    </ChartHighlightProvider>
  )
}
