import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Observable, Subject, type Subscription } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { ProxyAnalytics } from '#contract/proxy.ts'
import { type Timeframe, TIMEFRAME_MINUTES, TIMEFRAMES } from '#contract/timeframes.ts'
import {
  type AnalysisEntry,
  createPairAnalysis,
  type MinuteUpdate,
  type PairAnalysis,
} from '#server/analysis/engine/engine.ts'
import { createYielder } from '#server/lib/yielder.ts'
import type { StreamEntry } from './ports.ts'
import { createBackfill, type PastMinutes } from './publishing/backfill.ts'
import {
  createEntryWriter,
  type EntryWriter,
  type EntryWriterDeps,
  type StoredEntry,
  wrapEntry,
  endOf,
  MINUTE_S,
  type PublishedUpdate,
} from './publishing/entry-writer.ts'

/** A minute of a pair as the market reports it; times in unix ms. */
interface MarketMinute extends MinuteUpdate {
  readonly kind: 'partial' | 'closed'
  readonly pair: PairId
  readonly exchangeTime: number
  readonly receivedAt: number
}

/** Market events: minutes, and history that arrived late; the others are ignored. */
type MarketEvent =
  | MarketMinute
  | { readonly kind: 'history'; readonly pair: PairId; readonly timeframe: Timeframe }
  | { readonly kind: 'degraded' | 'recovered' }

interface CurrentState {
  readonly analysis: PairAnalysis
  /** End of the newest minute it knows, unix ms. */
  readonly at: number
  readonly now: () => number
  /** At a pair's first start an earlier process may have left streams in another state. */
  readonly isFirst: boolean
}

/**
 * Publishes the current state of an analysis to streams that are still empty, at its first start also to those that an
 * earlier process left in another state. Resolves with what was written, at its first start after what the streams had.
 */
async function publishCurrentState(
  writer: EntryWriter,
  { analysis, at, now, isFirst }: CurrentState,
): Promise<readonly StoredEntry[]> {
  const missing: AnalysisEntry[] = []
  const left: StoredEntry[] = []
  for (const entry of analysis.current()) {
    const newest = await writer.newest(entry.key)
    const isOutdated = isFirst && newest !== undefined && newest.provenance.exchange_time < at
    if (newest === undefined || (isOutdated && !isSame(newest, entry))) missing.push(entry)
    else if (isFirst) left.push({ key: entry.key, entry: newest })
  }
  return [...left, ...(await writer.publish(missing, writer.provenance(at, now())))]
}

const isSame = (stored: StreamEntry, found: AnalysisEntry): boolean =>
  JSON.stringify(stored.data) === JSON.stringify(wrapEntry(found))

interface PairAnalysesDeps {
  readonly market: MarketKind
  readonly writer: EntryWriter
  /** Closed candles of a pair and timeframe, oldest first. */
  readonly closedCandles: (pair: PairId, timeframe: Timeframe) => readonly Candle[]
  readonly pastMinutes: PastMinutes | undefined
  readonly now: () => number
  /** Called when all entries of an update have been written. */
  readonly announce: (update: PublishedUpdate) => void
  readonly report: (error: unknown, pair: PairId) => void
}

/** The analyses of all pairs and what they publish. One call at a time; an error fails its pair, not the call. */
interface PairAnalyses {
  /** (Re)starts the analysis of a pair from the candles that closed by `untilS`, unix seconds. */
  start(this: void, pair: PairId, untilS: number): Promise<void>
  /** Analyses a minute and publishes what it comes to. */
  process(this: void, minute: MarketMinute): Promise<void>
  /** What is known of a pair has changed: its analysis restarts with its next minute. */
  outdate(this: void, pair: PairId): void
  /** Whether the analysis of a pair is in an unknown state, and how often one failed. */
  health(this: void): { readonly isFailing: boolean; readonly failures: number }
  /** Errors after this are not reported. */
  stop(this: void): void
}

/** Interval of running indicators; they are provisional, so this bounds the cost of a fast feed. */
const RUNNING_MS = 1_000

function createPairAnalyses(deps: PairAnalysesDeps): PairAnalyses {
  const { market, writer, closedCandles, now, announce, report } = deps
  const backfill = createBackfill(deps)
  const analyses = new Map<PairId, PairAnalysis>()
  const outdated = new Set<PairId>()
  const ranAt = new Map<PairId, number>()
  /** Pairs whose analysis is in an unknown state. */
  const failing = new Set<PairId>()
  let failures = 0
  let isStopped = false

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

  async function startAnalysis(pair: PairId, untilS: number): Promise<void> {
    outdated.delete(pair)
    const known = (timeframe: Timeframe): readonly Candle[] => {
      const length = TIMEFRAME_MINUTES[timeframe] * MINUTE_S
      return closedCandles(pair, timeframe).filter(({ timestamp }) => timestamp + length <= untilS)
    }
    const isFirst = !analyses.has(pair)
    const resumed = isFirst ? await backfill.takeUp(pair, known('M1').at(-1)) : undefined
    const analysis = resumed ?? (await seed(pair, market, known))
    analyses.set(pair, analysis)
    failing.delete(pair)
    if (!resumed) {
      const last = known('M1').at(-1)
      if (!last) return
      const at = endOf(last)
      const entries = await publishCurrentState(writer, { analysis, at, now, isFirst })
      if (entries.length > 0) announce({ pair, at, kind: 'initial', entries })
    }
    await writer.restorePast(analysis)
  }

  async function processMinute(minute: MarketMinute): Promise<void> {
    const { kind, pair, exchangeTime, receivedAt } = minute
    // Restarting is slow: a failed analysis waits for a closed minute.
    if (failing.has(pair) && kind === 'partial') return
    if (outdated.has(pair)) await startAnalysis(pair, minute.candle.timestamp)
    const analysis = analyses.get(pair)
    if (!analysis) return
    if (kind === 'closed') {
      const at = endOf(minute.candle)
      const found = await backfill.unpublished(pair, at, analysis.onClose(minute))
      const entries = await writer.publish(found, writer.provenance(exchangeTime, receivedAt))
      if (entries.length > 0) announce({ pair, at, kind: 'closed', entries })
      return
    }
    if (now() - (ranAt.get(pair) ?? 0) < RUNNING_MS && !minute.rollups.some(({ closed }) => closed)) return
    ranAt.set(pair, now())
    await writer.publish(analysis.onPartial(minute), writer.provenance(exchangeTime, receivedAt))
  }

  return {
    start: (pair, untilS) => attempt(pair, () => startAnalysis(pair, untilS)),
    process: (minute) => attempt(minute.pair, () => processMinute(minute)),
    outdate: (pair) => void outdated.add(pair),
    health: () => ({ isFailing: failing.size > 0, failures }),
    stop() {
      isStopped = true
    },
  }
}

async function seed(
  pair: PairId,
  market: MarketKind,
  known: (timeframe: Timeframe) => readonly Candle[],
): Promise<PairAnalysis> {
  const analysis = createPairAnalysis(pair, market)
  const history = Object.fromEntries(TIMEFRAMES.map((timeframe) => [timeframe, known(timeframe)]))
  // Seeding is slow: yield to the event loop in between.
  for (const _ of analysis.seedInSteps(history)) await yieldToEventLoop()
  return analysis
}

export type { MarketEvent, PublishedUpdate }

export interface PublisherDeps extends EntryWriterDeps, Pick<PairAnalysesDeps, 'closedCandles' | 'report'> {
  readonly events$: Observable<MarketEvent>
  readonly pairs: readonly PairId[]
  /** Needed for a log that outlives the process. */
  readonly pastMinutes?: PastMinutes
  /** Monotonic clock in milliseconds; `performance.now` by default. */
  readonly stopwatch?: () => number
}

/** Publishes what the analyses make of the market. */
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

/** Longest work on waiting minutes without yielding to the event loop; a minute takes a few milliseconds. */
const SLICE_MS = 15

/** Runs the analysis of every pair and publishes its results to the streams. */
export function createPublisher(deps: PublisherDeps): Publisher {
  const { log, feed, events$, pairs, market, closedCandles, pastMinutes, now, report } = deps
  const updates = new Subject<PublishedUpdate>()
  const announce = (update: PublishedUpdate): void => updates.next(update)
  const writer = createEntryWriter(deps)
  const analyses = createPairAnalyses({ market, writer, closedCandles, pastMinutes, now, announce, report })
  const yielder = createYielder(SLICE_MS, deps.stopwatch)
  let subscription: Subscription | undefined
  let backlog = 0

  /** End of a pair's last known closed minute, unix seconds. */
  const endOfHistory = (pair: PairId): number => (closedCandles(pair, 'M1').at(-1)?.timestamp ?? -Infinity) + MINUTE_S

  async function startAll(until: ReadonlyMap<PairId, number>): Promise<void> {
    for (const [pair, untilS] of until) await analyses.start(pair, untilS)
  }

  async function takeTurn(event: MarketEvent): Promise<void> {
    // Nothing below waits for anything but memory: without this, one turn of the event loop would process all that wait.
    await yielder.yieldIfDue()
    await onMarketEvent(event)
    backlog -= 1
  }

  function onMarketEvent(event: MarketEvent): Promise<void> {
    // History arrives by timeframe; the next minute restarts the analysis once for all of them.
    if (event.kind === 'history') analyses.outdate(event.pair)
    if (event.kind === 'partial' || event.kind === 'closed') return analyses.process(event)
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
      subscription.add(log.reloaded$.subscribe(() => pairs.forEach(analyses.outdate)))
      await before
    },
    backlog: () => backlog,
    health() {
      const { isFailing, failures } = analyses.health()
      const { count, lastAt } = writer.stored()
      return {
        status: isFailing ? 'degraded' : count === 0 ? 'warming_up' : 'healthy',
        streams: feed.latest().length,
        entries: count,
        last_entry_at: lastAt,
        failures,
      }
    },
    stop() {
      analyses.stop()
      subscription?.unsubscribe()
      updates.complete()
    },
  }
}
