import { BehaviorSubject, Subject, Subscription, type Observable, type SchedulerLike } from 'rxjs'
import type { MarketOverview } from '#contract/messages.ts'
import type { Provenance } from '#contract/provenance.ts'
import { createCandles, type Candles } from './candles/candles.ts'
import { createInbox, type Arrival } from './inbox.ts'
import { readMarket, type MarketReading } from './market.ts'
import type { StreamPorts } from './ports.ts'
import { createPainted } from './painted.ts'
import type { Monitored } from './monitoring.ts'
import { createPolledMarket } from './polled-market.ts'
import type { Refill } from './quality/recorder.ts'
import { createRecords, type Records } from './records/records.ts'
import { foldProblem, type Problem } from './problems.ts'
import { createTraffic, type TrafficBook } from './traffic.ts'

export { marketTime, type MarketReading } from './market.ts'
export type { Monitoring } from './monitoring.ts'
export type { Quality, QualityMinute } from './quality/quality.ts'
export type { QualityBook } from './quality/recorder.ts'
export type { StreamEntry } from './records/entry.ts'
export type { Fetched, HistoryProgress } from './records/visits.ts'
export { CHART_TEXTS } from './candles/chart-error.ts'
export type { CandleGap, ChartWindow } from './candles/chart.ts'
export type { ChartFeed } from './candles/feed.ts'
export type { FeedCount, Flow } from './flight/meter.ts'
export type { Arrival } from './inbox.ts'
export type {
  AnalyticsPorts,
  CandleHistory,
  FeedFrame,
  FeedName,
  HistoryAnswer,
  LiveLink,
  StreamPorts,
} from './ports.ts'
export type { Kept, StreamCache, StreamItem } from './kept.ts'
export type { Problem } from './problems.ts'
export type { Answer, StreamApi } from './records/api.ts'
export { openData } from './records/payload.ts'
export type { StreamRecord, StreamSource, StreamStatus } from './records/record.ts'
export type { AnalyticsLink, CategorySummary, StreamSummary } from './records/summary.ts'
export type { StrategyAnswer, StrategyFailure } from './strategies/api.ts'
export type { StrategyCommands } from './strategies/commands.ts'
export type { Poll, StrategyFeeds, StrategyPolled } from './strategies/feeds.ts'
export type { Traffic } from './traffic.ts'

/** What the live data is to the screens. Values are there from the start and never error. */
export interface Streams {
  /** Every message, once, as it arrives. */
  readonly messages$: Observable<Arrival>
  /** What went wrong in the data, newest last, bounded. */
  readonly problems$: Observable<readonly Problem[]>
  /** What the server last said of its market, or polled figures while it says nothing; see `marketTime` for its clock. */
  readonly market$: Observable<MarketReading | undefined>
  /** Last price and 24-hour figures of each pair. */
  readonly overview$: Observable<MarketOverview['data'] | undefined>
  readonly candles: Candles
  readonly records: Records
  /** What came over each socket. */
  readonly traffic: TrafficBook
  /** What monitoring looks at; it is loaded later than the streams. */
  readonly monitored: Monitored
  /** Runs until unsubscribed: for as long as somebody is signed in. Then everything held is forgotten. */
  readonly start: () => Subscription
}

/** A value that streams in and is shown once per painted frame. */
function createShown<T>(empty: T, paint: SchedulerLike) {
  const shown = new BehaviorSubject(empty)
  let newest = empty
  const painted = createPainted(paint, () => shown.next(newest))
  return {
    shown$: shown.asObservable(),
    update(change: (held: T) => T): void {
      newest = change(newest)
      painted.mark()
    },
    forget(): void {
      painted.stop()
      newest = empty
      shown.next(empty)
    },
  }
}

export function createStreams(ports: StreamPorts): Streams {
  const inbox = createInbox(ports)
  const market = new BehaviorSubject<MarketReading | undefined>(undefined)
  const overview = createShown<MarketOverview['data'] | undefined>(undefined, ports.paint)
  const problems = createShown<readonly Problem[]>([], ports.paint)
  const report = (problem: Problem) => problems.update((held) => foldProblem(held, problem))
  const refills = new Subject<Refill>()
  let polled = createPolledMarket()
  /** The server's own word counts for more, until figures of another market come. */
  let isTold = false

  function observe(provenance: Provenance | undefined): void {
    if (provenance === undefined || (isTold && provenance.market === market.value?.market.kind)) return
    const reading = polled.observe(provenance, ports.now())
    if (reading === undefined) return
    isTold = false
    market.next(reading)
  }

  const candles = createCandles({
    ports,
    inbox,
    market: () => market.value,
    observe,
    report,
    refilled: () => refills.next({ feed: 'tdp' }),
  })
  const records = createRecords({
    ports,
    inbox,
    market: () => market.value,
    observe,
    report,
    refilled: (key) => refills.next({ feed: 'analytics', key }),
  })
  const traffic = createTraffic(inbox)

  function start(): Subscription {
    const running = new Subscription()
    running.add(traffic.start())
    running.add(
      readMarket(inbox).subscribe((reading) => {
        isTold = true
        market.next(reading)
      }),
    )
    running.add(inbox.overviews$.subscribe(({ message }) => overview.update(() => message.data)))
    running.add(inbox.problems$.subscribe(report))
    running.add(candles.start())
    running.add(records.start())
    running.add(inbox.start())
    running.add(() => {
      polled = createPolledMarket()
      isTold = false
      market.next(undefined)
      overview.forget()
      problems.forget()
    })
    return running
  }

  return {
    messages$: inbox.messages$,
    problems$: problems.shown$,
    market$: market.asObservable(),
    overview$: overview.shown$,
    candles,
    records,
    monitored: { inbox, refills$: refills, intake: records.intake },
    traffic,
    start,
  }
}
