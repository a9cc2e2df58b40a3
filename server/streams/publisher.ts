import { Subject, type Observable, type Subscription } from 'rxjs'
import type { PairId } from '#contract/pairs.ts'
import type { ProxyAnalytics } from '#contract/proxy.ts'
import { createYielder } from '#server/lib/yielder.ts'
import type { PastMinutes } from './publishing/backfill.ts'
import { createEntryWriter, type EntryWriterDeps } from './publishing/entry-writer.ts'
import type { MarketEvent } from './publishing/market-event.ts'
import { MINUTE_S } from './publishing/minutes.ts'
import { createPairAnalyses, type PairAnalysesDeps } from './publishing/pair-analyses.ts'
import type { PublishedUpdate } from './publishing/published-update.ts'

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
