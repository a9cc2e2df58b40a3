import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { Subject, type Observable, type Subscription } from 'rxjs'
import { candleKey } from '#contract/analysis/payloads.ts'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import type { MarketKind, Provenance } from '#contract/provenance.ts'
import type { ProxyAnalytics } from '#contract/proxy.ts'
import { parseStreamKey } from '#contract/stream-keys.ts'
import { wrap, wrapperOf } from '#contract/streams.ts'
import { TIMEFRAME_MINUTES, TIMEFRAMES, type Timeframe } from '#contract/timeframes.ts'
import {
  createPairAnalysis,
  type AnalysisEntry,
  type History,
  type MinuteUpdate,
  type PairAnalysis,
} from '#server/analysis/engine/engine.ts'
import { createYielder } from '#server/lib/yielder.ts'
import type { AnalyticsFeed } from './analytics-feed.ts'
import type { StreamEntry, StreamLog } from './ports.ts'

/** A minute of a pair as the market reports it; times in unix ms. */
interface MarketMinute extends MinuteUpdate {
  readonly kind: 'partial' | 'closed'
  readonly pair: PairId
  readonly exchangeTime: number
  readonly receivedAt: number
}

/** Market events: minutes, and history that arrived late; the others are ignored. */
export type MarketEvent =
  | MarketMinute
  | { readonly kind: 'history'; readonly pair: PairId; readonly timeframe: Timeframe }
  | { readonly kind: 'degraded' | 'recovered' }

export interface PublisherDeps {
  readonly log: StreamLog
  readonly feed: AnalyticsFeed
  readonly events$: Observable<MarketEvent>
  readonly market: MarketKind
  readonly pairs: readonly PairId[]
  /** Closed candles of a pair and timeframe, oldest first. */
  readonly closedCandles: (pair: PairId, timeframe: Timeframe) => readonly Candle[]
  /** The minutes that ended after `from` and until `until` (unix ms), and the candles before that; needed for a log that outlives the process. */
  readonly pastMinutes?: (
    pair: PairId,
    from: number,
    until: number,
  ) => { readonly history: History; readonly minutes: Iterable<MinuteUpdate> }
  readonly now: () => number
  readonly report: (error: unknown, pair: PairId) => void
  /** Monotonic clock in milliseconds; `performance.now` by default. */
  readonly stopwatch?: () => number
}

/** Entries written together. `at` is the end of their minute, unix ms of market time. */
export interface PublishedUpdate {
  readonly pair: PairId
  readonly at: number
  /** initial: the state of a pair when its analysis started. */
  readonly kind: 'closed' | 'initial'
  readonly entries: readonly { readonly key: string; readonly entry: StreamEntry }[]
}

export interface Publisher {
  /** Hot; emits after all entries of an update have been written to the log. */
  readonly updates$: Observable<PublishedUpdate>
  /** Loads the history of every pair, publishes its current state, and then follows the market. */
  start(): Promise<void>
  /** Number of market events that wait to be processed. */
  backlog(): number
  health(): ProxyAnalytics['health']
  stop(): void
}

/** Interval of running indicators; they are provisional, so this bounds the cost of a fast feed. */
const RUNNING_MS = 1_000
const MINUTE_S = 60
/** Longest work on waiting minutes without yielding to the event loop; a minute takes a few milliseconds. */
const SLICE_MS = 15
const MINUTE_MS = MINUTE_S * 1000
/** Longest time that is published afterwards: as many minutes as a client can resume. */
const MAX_BACKFILL_MS = 1_000 * MINUTE_MS

/** Runs the analysis of every pair and publishes its results to the streams. */
export function createPublisher(deps: PublisherDeps): Publisher {
  const { log, feed, events$, market, pairs, closedCandles, now, report } = deps
  const analyses = new Map<PairId, PairAnalysis>()
  const outdated = new Set<PairId>()
  const ranAt = new Map<PairId, number>()
  /** End of the newest minute of a pair that an earlier process, or an attempt that failed, may have published, unix ms. */
  const logged = new Map<PairId, number>()
  const updates = new Subject<PublishedUpdate>()
  let subscription: Subscription | undefined
  let entries = 0
  let failures = 0
  /** Pairs whose analysis is in an unknown state. */
  const failing = new Set<PairId>()
  let lastEntryAt: number | null = null
  let backlog = 0
  let isStopped = false
  const yielder = createYielder(SLICE_MS, deps.stopwatch)

  const provenance = (exchangeTime: number, receivedAt: number): Provenance => {
    const at = now()
    return { market, exchange_time: exchangeTime, received_at: receivedAt, computed_at: at, published_at: at }
  }

  async function publish(found: readonly AnalysisEntry[], source: Provenance): Promise<PublishedUpdate['entries']> {
    const written: { readonly key: string; readonly entry: StreamEntry }[] = []
    // All at once, since a log outside of the process answers each only after a round trip.
    let writing: Promise<(typeof written)[number]>[] = []
    const finish = async () => {
      if (writing.length === 0) return
      written.push(...(await Promise.all(writing)))
      entries += writing.length
      lastEntryAt = source.published_at
      writing = []
    }
    for (const { key, kind, data } of found) {
      const wrapped = wrap(wrapperOf(parseStreamKey(key).category), { ...data })
      if (kind === 'running') {
        // A running value repeats the count of the entry before it.
        await finish()
        feed.publishRunning(key, wrapped, source)
      } else {
        writing.push(log.append(key, wrapped, source).then((entry) => ({ key, entry })))
      }
    }
    await finish()
    return written
  }

  /** What an earlier process has not published of a minute; it may have ended within it. */
  async function unpublished(pair: PairId, at: number, found: readonly AnalysisEntry[]) {
    if (at > (logged.get(pair) ?? -Infinity)) return found
    const missing: AnalysisEntry[] = []
    for (const entry of found) {
      const newest = (await log.info(entry.key))?.last
      if (newest === undefined || newest.provenance.exchange_time < at) missing.push(entry)
    }
    return missing
  }

  /** End of a minute, unix ms. */
  const endOf = ({ timestamp }: Candle): number => (timestamp + MINUTE_S) * 1000

  async function attempt(pair: PairId, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      // What still waits is refused by the log as it closes.
      if (isStopped) return
      failures += 1
      failing.add(pair)
      outdated.add(pair)
      report(error, pair)
    }
  }

  /**
   * (Re)starts the analysis of a pair from the candles that closed by `untilS` (unix seconds), and publishes its current
   * state to streams that are still empty, at its first start also to those that an earlier process left in another state.
   */
  async function startAnalysis(pair: PairId, untilS = Infinity): Promise<void> {
    outdated.delete(pair)
    const known = (timeframe: Timeframe): readonly Candle[] => {
      const length = TIMEFRAME_MINUTES[timeframe] * MINUTE_S
      return closedCandles(pair, timeframe).filter(({ timestamp }) => timestamp + length <= untilS)
    }
    const isFirst = !analyses.has(pair)
    if (isFirst && (await takeUp(pair, known('M1').at(-1)))) return
    const analysis = createPairAnalysis(pair)
    const history = Object.fromEntries(TIMEFRAMES.map((timeframe) => [timeframe, known(timeframe)]))
    // Seeding is slow: yield to the event loop in between.
    for (const _ of analysis.seedInSteps(history)) await yieldToEventLoop()
    analyses.set(pair, analysis)
    failing.delete(pair)
    const last = known('M1').at(-1)
    if (!last) return
    const at = endOf(last)
    const state = analysis.current()
    const missing: AnalysisEntry[] = []
    const left: { readonly key: string; readonly entry: StreamEntry }[] = []
    for (const entry of state) {
      const newest = (await log.info(entry.key))?.last
      const isOutdated = isFirst && newest !== undefined && newest.provenance.exchange_time < at
      if (newest === undefined || (isOutdated && !isSame(newest, entry))) missing.push(entry)
      else if (isFirst) left.push({ key: entry.key, entry: newest })
    }
    const written = [...left, ...(await publish(missing, provenance(at, now())))]
    if (written.length > 0) updates.next({ pair, at, kind: 'initial', entries: written })
    await restorePast(analysis)
  }

  /**
   * Goes on where an earlier process ended: publishes the minutes since then as it would have. False if there is nothing to go on
   * from, or too long ago.
   */
  async function takeUp(pair: PairId, last: Candle | undefined): Promise<boolean> {
    const newest = (await log.info(candleKey(pair, 'M1')))?.last
    if (newest === undefined || last === undefined || !deps.pastMinutes) return false
    const from = newest.provenance.exchange_time
    logged.set(pair, Math.max(from, endOf(last)))
    if (endOf(last) < from || endOf(last) - from > MAX_BACKFILL_MS) return false
    // The last one again: the earlier process may have ended within it.
    const { history, minutes } = deps.pastMinutes(pair, from - MINUTE_MS, endOf(last))
    const analysis = createPairAnalysis(pair)
    for (const _ of analysis.seedInSteps(history)) await yieldToEventLoop()
    let isResumed = false
    for (const minute of minutes) {
      const at = endOf(minute.candle)
      if (at > from && !isResumed) await resumeFrom(pair, from, analysis)
      isResumed = at > from
      const written = await publish(await unpublished(pair, at, analysis.onClose(minute)), provenance(at, now()))
      if (isResumed && written.length > 0) updates.next({ pair, at, kind: 'closed', entries: written })
      await yieldToEventLoop()
    }
    if (!isResumed) await resumeFrom(pair, from, analysis)
    analyses.set(pair, analysis)
    failing.delete(pair)
    await restorePast(analysis)
    return true
  }

  /** Announces what the streams had when the earlier process ended. */
  async function resumeFrom(pair: PairId, at: number, analysis: PairAnalysis): Promise<void> {
    const left: { readonly key: string; readonly entry: StreamEntry }[] = []
    for (const { key } of analysis.current()) {
      const newest = (await log.info(key))?.last
      if (newest) left.push({ key, entry: newest })
    }
    updates.next({ pair, at, kind: 'initial', entries: left })
  }

  const isSame = (stored: StreamEntry, { key, data }: AnalysisEntry): boolean =>
    JSON.stringify(stored.data) === JSON.stringify(wrap(wrapperOf(parseStreamKey(key).category), { ...data }))

  /** Gives the indicator streams back what they had before the process started. */
  async function restorePast(analysis: PairAnalysis): Promise<void> {
    for (const { key, entries: past } of analysis.pastIndicators()) {
      const restored = past.map(({ endS, snapshot }) => ({
        data: wrap(wrapperOf(parseStreamKey(key).category), snapshot),
        provenance: provenance(endS * 1000, now()),
      }))
      await log.setPast(key, restored)
    }
  }

  async function processMinute(minute: MarketMinute): Promise<void> {
    const { kind, pair, exchangeTime, receivedAt } = minute
    // Restarting is slow: a failed analysis waits for a closed minute.
    if (failing.has(pair) && kind === 'partial') return
    if (outdated.has(pair)) await startAnalysis(pair, minute.candle.timestamp)
    const analysis = analyses.get(pair)
    if (!analysis) return
    if (kind === 'closed') {
      const found = await unpublished(pair, endOf(minute.candle), analysis.onClose(minute))
      const written = await publish(found, provenance(exchangeTime, receivedAt))
      if (written.length > 0) updates.next({ pair, at: endOf(minute.candle), kind: 'closed', entries: written })
      return
    }
    if (now() - (ranAt.get(pair) ?? 0) < RUNNING_MS && !minute.rollups.some(({ closed }) => closed)) return
    ranAt.set(pair, now())
    await publish(analysis.onPartial(minute), provenance(exchangeTime, receivedAt))
  }

  /** End of a pair's last known closed minute, unix seconds. */
  const endOfHistory = (pair: PairId): number => (closedCandles(pair, 'M1').at(-1)?.timestamp ?? -Infinity) + MINUTE_S

  async function startAll(until: ReadonlyMap<PairId, number>): Promise<void> {
    for (const [pair, untilS] of until) {
      await attempt(pair, () => startAnalysis(pair, untilS))
    }
  }

  async function takeTurn(event: MarketEvent): Promise<void> {
    // Nothing below waits for anything but memory: without this, one turn of the event loop would process all that wait.
    await yielder.yieldIfDue()
    await onMarketEvent(event)
    backlog -= 1
  }

  function onMarketEvent(event: MarketEvent): Promise<void> {
    // History arrives by timeframe; the next minute restarts the analysis once for all of them.
    if (event.kind === 'history') outdated.add(event.pair)
    if (event.kind === 'partial' || event.kind === 'closed') return attempt(event.pair, () => processMinute(event))
    return Promise.resolve()
  }

  return {
    updates$: updates.asObservable(),
    async start() {
      const until = new Map(pairs.map((pair) => [pair, endOfHistory(pair)]))
      // Sequential, so that entries keep the order of the minutes, including those that close meanwhile.
      let before = startAll(until)
      subscription = events$.subscribe((event) => {
        backlog += 1
        before = before.then(() => takeTurn(event))
      })
      // A log that lost its entries gets the current state with the next minute.
      subscription.add(log.reloaded$.subscribe(() => pairs.forEach((pair) => outdated.add(pair))))
      await before
    },
    backlog: () => backlog,
    health: () => ({
      status: failing.size > 0 ? 'degraded' : entries === 0 ? 'warming_up' : 'healthy',
      streams: feed.latest().length,
      entries,
      last_entry_at: lastEntryAt,
      failures,
    }),
    stop() {
      isStopped = true
      subscription?.unsubscribe()
      updates.complete()
    },
  }
}
