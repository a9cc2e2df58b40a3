import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import { TIMEFRAME_MINUTES, TIMEFRAMES, type Timeframe } from '#contract/timeframes.ts'
import { createPairAnalysis, type PairAnalysis } from '#server/analysis/engine/engine.ts'
import { createBackfill, type PastMinutes } from './backfill.ts'
import { publishCurrentState } from './current-state.ts'
import type { EntryWriter } from './entry-writer.ts'
import type { MarketMinute } from './market-event.ts'
import { endOf, MINUTE_S } from './minutes.ts'
import type { PublishedUpdate } from './published-update.ts'

export interface PairAnalysesDeps {
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
export interface PairAnalyses {
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

export function createPairAnalyses(deps: PairAnalysesDeps): PairAnalyses {
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
