import {
  auditTime,
  BehaviorSubject,
  distinctUntilKeyChanged,
  filter,
  map,
  merge,
  Observable,
  ReplaySubject,
  share,
  startWith,
  Subject,
  switchMap,
  timer,
  type Subscription,
} from 'rxjs'
import { candleKey } from '#contract/payloads/streams.ts'
import { isCoherent, type Candle, type PartialCandle } from '#contract/candles.ts'
import type { LiveUpdate } from '#contract/messages.ts'
import { parsePair } from '#contract/pairs.ts'
import type { Provenance } from '#contract/provenance.ts'
import { toMillis, toSeconds } from '#contract/time.ts'
import { DEFAULT_TIMEFRAME, parseTimeframe, type Timeframe } from '#contract/timeframes.ts'
import { persistDue$ } from '../cache-entry.ts'
import { latestPlausibleTime, type MarketSnapshot } from '../market.ts'
import type { MessageRouter, ReceivedMessage } from '../message-router.ts'
import type { HistoryResult, StreamPorts } from '../ports.ts'
import type { Problem } from '../problems.ts'
import { isSameView, stepOf, type DashboardView } from '../view.ts'
import { readCachedChart, readCachedUpdate, writeChart } from './cached.ts'
import { candlesOf, changeSince, foldCandles, type CandleAction, type CandleRow } from './candle-window.ts'
import { chartOf, INITIAL_CHART, marketTimeOf, type ChartModel, type ChartWindow } from './chart.ts'
import { historyLoads, type HistoryLoad } from './history.ts'

/** The newest candles, and what changed of them. */
export type LiveCandles = Pick<ChartWindow, 'candles' | 'change'>

/** Live candles of the view. */
export interface Candles {
  /** Emits the current value on subscription, at once when the view changes, else at most once per frame. */
  readonly window$: Observable<ChartWindow>
  /**
   * The candles of another view than the one that is followed, as `window$` has those: followed while subscribed to, by all
   * subscribers together.
   */
  readonly beside: (view: DashboardView) => Observable<ChartWindow>
  /**
   * The candles of this view while it is the one that is followed, none while another is: at once, and when they change, once
   * per frame.
   */
  readonly live: (view: DashboardView) => Observable<LiveCandles>
  /**
   * Candles of the view's pair in any timeframe, oldest first, for what is shown beside the chart: the live ones of the view,
   * else closed ones, loaded anew with each that closes. Emits at once, and empty while another pair's are replaced.
   */
  readonly of: (timeframe: Timeframe) => Observable<readonly Candle[]>
}

interface CandleDeps {
  readonly ports: StreamPorts
  readonly router: MessageRouter
  /** What to follow; replays its current value, and differs from one to the next. */
  readonly view$: Observable<DashboardView>
  /** While subscribed to, what the view shows is received. */
  readonly receive: (view: DashboardView) => Observable<never>
  readonly market: () => MarketSnapshot | undefined
  /** Called with the provenance of a loaded history before its candles are validated. */
  readonly observeProvenance: (provenance: Provenance | undefined) => void
  readonly report: (problem: Problem) => void
  /** Called after missing candles were reloaded. */
  readonly onGapFilled: () => void
}

/** Larger values cannot be real and would flatten the chart. */
const MAX_PRICE = 1e12
const MAX_VOLUME = 1e15
const NOTHING = chartOf(INITIAL_CHART)
/** How long candles beside the view's are followed after the last subscriber has left. */
const KEPT_MS = 1_000

const toCandle = ({ timestamp, open, high, low, close, volume }: PartialCandle): Candle => ({
  timestamp: toSeconds(timestamp),
  open,
  high,
  low,
  close,
  volume,
})

/** The candle of the view in a live update; undefined for any other pair or timeframe. */
function tickOf(view: DashboardView, { message, receivedAt }: ReceivedMessage<LiveUpdate>): CandleRow | undefined {
  const { partial_candle: partial, provenance } = 'partial_candle' in message.data ? message.data : message.data.data
  if (parsePair(partial.trading_pair) !== view.pair) return undefined
  const timeframe = message.timeframe === undefined ? DEFAULT_TIMEFRAME : parseTimeframe(message.timeframe)
  if (timeframe !== view.timeframe) return undefined
  return {
    candle: toCandle(partial),
    isComplete: partial.is_complete,
    source: 'live',
    messageId: message.message_id,
    publishedAt: provenance?.published_at ?? toMillis(message.timestamp),
    receivedAt,
    freshAt: receivedAt,
    provenance,
    remainingS: partial.is_complete ? 0 : partial.time_remaining_seconds,
  }
}

export function createCandles(deps: CandleDeps): Candles & { start: () => Subscription } {
  const { ports, router, view$, receive, market, observeProvenance, report, onGapFilled } = deps
  const { cache, now, paint, timers } = ports
  const shown = new BehaviorSubject(NOTHING)
  const reportRejected = (text: string, count: number) => report({ kind: 'candle', text, count, at: now() })

  /** Whether a candle can be real: consistent prices, realistic values, and not in the future. */
  const isPlausible = (candle: Candle, at: number): boolean =>
    isCoherent(candle) &&
    candle.high <= MAX_PRICE &&
    candle.volume <= MAX_VOLUME &&
    candle.timestamp <= latestPlausibleTime(market(), at) / 1000

  /** The result without implausible candles. */
  function filterPlausible(result: HistoryResult): HistoryResult {
    if (result.kind === 'failed') report({ kind: 'history', text: result.error, count: 1, at: now() })
    if (result.kind !== 'history') return result
    const { history } = result
    observeProvenance(history.provenance)
    const candles = history.candles.filter((candle) => isPlausible(candle, now()))
    const rejected = history.refused + history.candles.length - candles.length
    if (rejected > 0) reportRejected('Impossible candles of the history refused', rejected)
    return candles.length === 0 ? { kind: 'not-candles' } : { kind: 'history', history: { ...history, candles } }
  }

  /**
   * Loads and follows the candles of one view until unsubscribed from.
   * @param shown where they are published
   * @param isCached whether they are shown from the cache at first, and kept there
   */
  function follow(view: DashboardView, shown: BehaviorSubject<ChartWindow>, isCached: boolean): Subscription {
    const changes$ = new Subject<void>()
    const missingCandles$ = new Subject<void>()
    let state: Omit<ChartModel, 'window'> = { ...INITIAL_CHART, view }
    let window = { ...INITIAL_CHART.window, stepS: stepOf(view) }
    let hasGap = false
    let persistedWindow = window
    /** From which time on candles changed since they were published, unix seconds. */
    let changedFrom = -Infinity

    function fold(action: CandleAction): void {
      const { missingCount } = window
      const next = foldCandles(window, action)
      if (next === window) return
      window = next
      changedFrom = Math.min(changedFrom, action.type === 'tick' ? action.row.candle.timestamp : -Infinity)
      changes$.next()
      if (window.missingCount > missingCount) missingCandles$.next()
    }

    function setState(changed: Partial<typeof state>): void {
      state = { ...state, ...changed }
      changes$.next()
    }

    function applyTick(received: ReceivedMessage<LiveUpdate>): void {
      const row = tickOf(view, received)
      if (row === undefined) return
      if (isPlausible(row.candle, row.receivedAt)) fold({ type: 'tick', row })
      else reportRejected('Impossible live candle refused', 1)
    }

    function applyHistory({ result: loaded, requestedAt, receivedAt }: HistoryLoad): void {
      const hadFailed = state.load === 'failed'
      const result = filterPlausible(loaded)
      setState({ load: result.kind === 'history' ? 'loaded' : result.kind })
      if (result.kind === 'history') fold({ type: 'history', history: result.history, requestedAt, receivedAt })
      if (hadFailed && result.kind !== 'failed') ports.recovered()
      if (!hasGap || result.kind !== 'history') return
      hasGap = false
      // The charts beside it load anew for the same gap.
      if (isCached) onGapFilled()
    }

    /** Shows cached data until it expires. */
    function restoreCache(): void {
      const at = (time: number, task: () => void) => running.add(timer(time - now(), timers).subscribe(task))
      const cachedUpdate = readCachedUpdate(cache, view)
      const chart = readCachedChart(cache, view, cachedUpdate)
      if (cachedUpdate !== undefined) {
        setState({ cachedUpdate })
        at(cachedUpdate.expiresAt, () => setState({ cachedUpdate: undefined }))
      }
      if (chart !== undefined) {
        const candles = chart.candles.filter((candle) => isPlausible(candle, now()))
        fold({ type: 'cached', ...chart, candles })
        at(chart.expiresAt, () => fold({ type: 'expired' }))
      }
    }

    function persist(): void {
      if (window === persistedWindow || window.last === undefined) return
      persistedWindow = window
      writeChart(cache, view, window, marketTimeOf(window.last))
    }

    function publish(): void {
      const change = changedFrom === Infinity ? shown.value.change : changeSince(window, changedFrom)
      changedFrom = Infinity
      shown.next(chartOf({ ...state, window }, change, isShown() ? shown.value : undefined))
    }

    const isShown = () => isSameView(shown.value.view, view)
    const running = changes$.pipe(auditTime(0, paint)).subscribe(publish)
    running.add(ports.link$.subscribe((link) => setState({ link })))
    if (isCached) restoreCache()
    // What another view has left is never shown under the title of this one, not even for a frame.
    if (!isShown()) publish()
    running.add(router.live$.subscribe((batch) => batch.forEach(applyTick)))
    const gaps$ = merge(router.gaps$.pipe(filter(({ type }) => type === 'LiveUpdate')), missingCandles$)
    running.add(gaps$.subscribe(() => (hasGap = true)))
    // A new connection or a gap may have lost candles; in fallback, polling replaces the live feed.
    const triggers$ = merge(router.acks$.pipe(filter(({ feed }) => feed === 'tdp')), gaps$, ports.pollDue$)
    running.add(historyLoads(view, ports, triggers$).subscribe(applyHistory))
    if (!isCached) return running
    running.add(persistDue$(cache, timers).subscribe(persist))
    running.add(persist)
    return running
  }

  const live = (view: DashboardView): Observable<LiveCandles> =>
    shown.pipe(
      map((chart) => (isSameView(chart.view, view) ? chart : NOTHING)),
      distinctUntilKeyChanged('change'),
    )

  const beside = (view: DashboardView): Observable<ChartWindow> =>
    new Observable<ChartWindow>((subscriber) => {
      const shown = new BehaviorSubject(chartOf({ ...INITIAL_CHART, view }))
      const running = shown.subscribe(subscriber)
      running.add(receive(view).subscribe())
      running.add(follow(view, shown, false))
      return running
    }).pipe(
      share({
        connector: () => new ReplaySubject(1),
        // What renders them subscribes anew in between.
        resetOnRefCountZero: () => timer(KEPT_MS, timers),
      }),
    )

  /** The newest candles of a view that the sockets do not follow. */
  function loaded(view: DashboardView): Observable<readonly Candle[]> {
    const key = candleKey(view.pair, view.timeframe)
    const closed$ = router.updates$.pipe(
      filter((batch) => batch.some(({ message }) => message.data.stream_key === key)),
    )
    return historyLoads(view, ports, merge(closed$, ports.pollDue$)).pipe(
      map(({ result }) => filterPlausible(result)),
      filter((result) => result.kind === 'history'),
      map(({ history }) => history.candles),
      startWith<readonly Candle[]>([]),
    )
  }

  function start(): Subscription {
    const running = view$.pipe(switchMap((view) => new Observable(() => follow(view, shown, true)))).subscribe()
    running.add(() => shown.next(chartOf({ ...INITIAL_CHART, view: shown.value.view })))
    return running
  }

  return {
    window$: shown.asObservable(),
    live,
    beside,
    of: (timeframe) =>
      view$.pipe(
        switchMap((view) =>
          view.timeframe === timeframe
            ? live(view).pipe(map(({ candles }) => candlesOf(candles)))
            : loaded({ pair: view.pair, timeframe }),
        ),
      ),
    start,
  }
}
