import {
  auditTime,
  BehaviorSubject,
  distinctUntilChanged,
  map,
  merge,
  scan,
  Subject,
  Subscription,
  type Observable,
  type SchedulerLike,
} from 'rxjs'
import type { MarketOverview } from '#contract/messages.ts'
import type { Provenance } from '#contract/provenance.ts'
import { createCandles, type Candles, type LiveCandles } from './candles/candles.ts'
import { pairFigures, type FiguresByPair } from './pair-figures.ts'
import { createPastCandles, type PastCandles } from './candles/past.ts'
import { livenessOf, type Liveness } from './liveness.ts'
import { createMessageRouter, type ReceivedMessage } from './message-router.ts'
import { advancedTo, marketSnapshots, type MarketSnapshot, createPolledMarket } from './market.ts'
import type { StreamPorts } from './ports.ts'
import type { MonitoringSource } from './monitoring.ts'
import type { Refill } from './quality/recorder.ts'
import { createRecords, type Records } from './records/records.ts'
import { announceSelection, createSelecting, isSelected } from './selection.ts'
import type { DashboardView } from './view.ts'
import { fillMissed, foldProblem, type Problem } from './problems.ts'
import { createTraffic, type TrafficMonitor } from './traffic.ts'

export {
  ageOf,
  freshnessOf,
  isAhead,
  isOverdue,
  TICKS,
  type Cadence,
  type DatedData,
  type Freshness,
} from './freshness.ts'
export { livenessOf, LIVENESS_TEXTS, type Liveness } from './liveness.ts'
export { marketDisplayMs, marketTime, type MarketSnapshot } from './market.ts'
export type { Monitoring } from './monitoring.ts'
export type { Quality, QualityMinute } from './quality/quality.ts'
export type { QualityMonitor } from './quality/recorder.ts'
export type { StreamEntry } from './records/entry.ts'
export type { FetchResult, HistoryProgress } from './records/on-demand-fetch.ts'
export { candlesOf } from './candles/candle-window.ts'
export { CHART_TEXTS, type ChartWindow } from './candles/chart.ts'
export type { DayFigures, FiguresByPair, PairFigures } from './pair-figures.ts'
export type { PastCandles, PastNeed } from './candles/past.ts'
export type { FeedStats, ObservableStats } from './session-recording/throughput.ts'
export type { ReceivedMessage } from './message-router.ts'
export type {
  AnalyticsPorts,
  CacheEntry,
  CandleHistory,
  CandlePage,
  FeedFrame,
  FeedName,
  HistoryResult,
  LiveLink,
  StreamCache,
  StreamCacheKey,
  StreamPorts,
} from './ports.ts'
export type { MissedMessages, Problem } from './problems.ts'
export type { StreamApi } from './records/api.ts'
export type { StreamRecord, StreamSource, StreamStatus } from './records/record.ts'
export type { AnalyticsLink, CategorySummary, StreamSummary } from './records/summary.ts'
export { createSelecting, type Selecting, type StreamSelection } from './selection.ts'
export type { Traffic } from './traffic.ts'
export { DEFAULT_VIEW, isSameView, stepOf, type DashboardView } from './view.ts'

/** Live data for the screens. All observables replay a current value and never error. */
export interface Streams {
  /** The pair and timeframe that `candles` follow. */
  readonly view$: Observable<DashboardView>
  /** Follows another view. It stays chosen after the session's end. */
  readonly show: (view: DashboardView) => void
  /** While subscribed to, the streams of all pairs are received, not only those of the view's. */
  readonly allPairs$: Observable<never>
  /** Every message once, in order of arrival. */
  readonly messages$: Observable<ReceivedMessage>
  /** Those that are neither candles nor entries of the analysis. */
  readonly unbatched$: Observable<ReceivedMessage>
  /** Data problems, newest last; bounded. */
  readonly problems$: Observable<readonly Problem[]>
  /** Time up to which a user has cleared the errors, wall time, unix ms; 0 before. */
  readonly clearedAt$: Observable<number>
  /** Removes all problems. */
  readonly clearProblems: () => void
  /**
   * The market as last reported by the server, or derived from polled data until then. `marketTime` gives its clock.
   */
  readonly market$: Observable<MarketSnapshot | undefined>
  /** Last price and last 24 hours of each pair, the same on every screen. */
  readonly pairFigures$: Observable<FiguresByPair>
  readonly candles: Candles
  /** Older candles of a view before its live ones, which are the followed view's unless given; each caller scrolls on its own. */
  readonly pastCandles: (view: DashboardView, live$?: Observable<LiveCandles>) => PastCandles
  readonly records: Records
  /** Whether what the analytics socket carries is live. That of the market-data socket is in the chart's window. */
  readonly analyticsLiveness$: Observable<Liveness>
  /** Message counts of each socket. */
  readonly traffic: TrafficMonitor
  /** Inputs of monitoring, which is loaded later. */
  readonly monitoringSource: MonitoringSource
  /** Runs while a user is signed in. Unsubscribing clears all data. */
  readonly start: () => Subscription
}

/** A value that is published once per frame while started, and empty otherwise. */
function createPerFrameValue<T>(empty: T, paint: SchedulerLike) {
  const shown = new BehaviorSubject(empty)
  const changes = new Subject<(current: T) => T>()
  const newest$ = changes.pipe(scan((current, change) => change(current), empty))
  return {
    shown$: shown.asObservable(),
    update: (change: (current: T) => T) => changes.next(change),
    start(): Subscription {
      const running = newest$.pipe(auditTime(0, paint)).subscribe((value) => shown.next(value))
      running.add(() => shown.next(empty))
      return running
    },
  }
}

/** The streams of one client. `selecting` is what its sockets open with. */
export function createStreams(ports: StreamPorts, selecting = createSelecting()): Streams {
  const router = createMessageRouter(ports)
  const market = new BehaviorSubject<MarketSnapshot | undefined>(undefined)
  const overview = createPerFrameValue<MarketOverview['data'] | undefined>(undefined, ports.paint)
  const problems = createPerFrameValue<readonly Problem[]>([], ports.paint)
  const report = (problem: Problem) => problems.update((current) => foldProblem(current, problem))
  const clearedAt = new BehaviorSubject(0)
  const refills = new Subject<Refill>()
  let polled = createPolledMarket()
  /** Whether the market was reported by the server, which then outranks polled data of the same market. */
  let hasServerMarket = false

  function observeProvenance(provenance: Provenance | undefined): void {
    if (provenance === undefined || (hasServerMarket && provenance.market === market.value?.market.kind)) return
    const snapshot = polled.observe(provenance, ports.now())
    if (snapshot === undefined) return
    hasServerMarket = false
    market.next(snapshot)
  }

  const candles = createCandles({
    ports,
    router,
    view$: selecting.view$,
    receive: selecting.beside,
    market: () => market.value,
    observeProvenance,
    report,
    onGapFilled: () => refills.next({ feed: 'tdp' }),
  })
  const records = createRecords({
    ports,
    router,
    shownPair: selecting.shownPair,
    isSelected: (key) => isSelected(selecting.current(), key),
    market: () => market.value,
    observeProvenance,
    report,
    onGapFilled: (key) => refills.next({ feed: 'analytics', key }),
  })
  const traffic = createTraffic(router)

  function start(): Subscription {
    const running = new Subscription()
    running.add(overview.start())
    running.add(problems.start())
    running.add(traffic.start())
    running.add(
      marketSnapshots(router).subscribe((snapshot) => {
        hasServerMarket = true
        market.next(snapshot)
      }),
    )
    running.add(
      router.live$.subscribe((batch) => {
        const { value: before } = market
        const after = batch.reduce((snapshot, { message: { data }, receivedAt }) => {
          const at = ('partial_candle' in data ? data : data.data).provenance?.exchange_time
          return snapshot && at !== undefined ? advancedTo(snapshot, at, receivedAt) : snapshot
        }, before)
        if (after !== before) market.next(after)
      }),
    )
    running.add(router.overviews$.subscribe(({ message }) => overview.update(() => message.data)))
    running.add(router.problems$.subscribe(report))
    const filled$ = merge(router.closedGaps$, refills.pipe(map(({ feed, key }) => ({ feed, stream: key }))))
    running.add(filled$.subscribe(({ feed, stream }) => problems.update((all) => fillMissed(all, feed, stream))))
    running.add(candles.start())
    running.add(records.start())
    running.add(announceSelection(selecting, router, ports))
    running.add(router.start())
    running.add(() => {
      polled = createPolledMarket()
      hasServerMarket = false
      market.next(undefined)
      clearedAt.next(0)
    })
    return running
  }

  return {
    view$: selecting.view$,
    show: selecting.show,
    allPairs$: selecting.allPairs$,
    messages$: router.messages$,
    unbatched$: router.unbatched$,
    problems$: problems.shown$,
    clearedAt$: clearedAt.asObservable(),
    clearProblems() {
      problems.update(() => [])
      clearedAt.next(ports.now())
    },
    market$: market.asObservable(),
    pairFigures$: pairFigures(overview.shown$, candles.window$),
    candles,
    pastCandles: (of, live$ = candles.live(of)) =>
      createPastCandles({
        live$,
        fetchPage: (page) => ports.fetchCandlePage(of, page),
        now: ports.now,
      }),
    records,
    analyticsLiveness$: ports.analytics.link$.pipe(map(livenessOf), distinctUntilChanged()),
    monitoringSource: { router, refills$: refills, recordSink: records.recordSink },
    traffic,
    start,
  }
}
