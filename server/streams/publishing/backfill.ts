import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { candleKey } from '#contract/payloads/streams.ts'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import {
  createPairAnalysis,
  type AnalysisEntry,
  type History,
  type MinuteUpdate,
  type PairAnalysis,
} from '#server/analysis/engine/engine.ts'
import { type EntryWriter, type StoredEntry, endOf, MINUTE_MS, type PublishedUpdate } from './entry-writer.ts'

/** Longest time that is published afterwards: as many minutes as a client can resume. */
const MAX_BACKFILL_MS = 1_000 * MINUTE_MS

/** The minutes of a pair that ended after `from` and until `until` (unix ms), and the candles before that. */
export type PastMinutes = (
  pair: PairId,
  from: number,
  until: number,
) => { readonly history: History; readonly minutes: Iterable<MinuteUpdate> }

export interface BackfillDeps {
  readonly market: MarketKind
  readonly writer: EntryWriter
  /** Without it nothing is back-filled. */
  readonly pastMinutes: PastMinutes | undefined
  readonly now: () => number
  readonly announce: (update: PublishedUpdate) => void
}

/** Publishes the minutes that no process led, into streams that outlive a process. */
export interface Backfill {
  /**
   * Goes on where an earlier process ended: publishes the minutes since then until `last`, the newest closed one, as it
   * would have. Resolves with the analysis that stands there; undefined if there is nothing to go on from, or too long ago.
   */
  takeUp(this: void, pair: PairId, last: Candle | undefined): Promise<PairAnalysis | undefined>
  /** What an earlier process has not published of a minute that ended `at` (unix ms); it may have ended within it. */
  unpublished(this: void, pair: PairId, at: number, found: readonly AnalysisEntry[]): Promise<readonly AnalysisEntry[]>
}

export function createBackfill({ market, writer, pastMinutes, now, announce }: BackfillDeps): Backfill {
  /** End of the newest minute of a pair that an earlier process, or an attempt that failed, may have published, unix ms. */
  const logged = new Map<PairId, number>()

  async function unpublished(pair: PairId, at: number, found: readonly AnalysisEntry[]) {
    if (at > (logged.get(pair) ?? -Infinity)) return found
    const missing: AnalysisEntry[] = []
    for (const entry of found) {
      const newest = await writer.newest(entry.key)
      if (newest === undefined || newest.provenance.exchange_time < at) missing.push(entry)
    }
    return missing
  }

  /** Announces what the streams had when the earlier process ended. */
  async function announceLeft(pair: PairId, at: number, analysis: PairAnalysis): Promise<void> {
    const left: StoredEntry[] = []
    for (const { key } of analysis.current()) {
      const entry = await writer.newest(key)
      if (entry) left.push({ key, entry })
    }
    announce({ pair, at, kind: 'initial', entries: left })
  }

  return {
    unpublished,
    async takeUp(pair, last) {
      const newest = await writer.newest(candleKey(pair, 'M1'))
      if (newest === undefined || last === undefined || !pastMinutes) return undefined
      const from = newest.provenance.exchange_time
      logged.set(pair, Math.max(from, endOf(last)))
      if (endOf(last) < from || endOf(last) - from > MAX_BACKFILL_MS) return undefined
      // The last one again: the earlier process may have ended within it.
      const { history, minutes } = pastMinutes(pair, from - MINUTE_MS, endOf(last))
      const analysis = createPairAnalysis(pair, market)
      for (const _ of analysis.seedInSteps(history)) await yieldToEventLoop()
      let isResumed = false
      for (const minute of minutes) {
        const at = endOf(minute.candle)
        if (at > from && !isResumed) await announceLeft(pair, from, analysis)
        isResumed = at > from
        const missing = await unpublished(pair, at, analysis.onClose(minute))
        const entries = await writer.publish(missing, writer.provenance(at, now()))
        if (isResumed && entries.length > 0) announce({ pair, at, kind: 'closed', entries })
        await yieldToEventLoop()
      }
      if (!isResumed) await announceLeft(pair, from, analysis)
      return analysis
    },
  }
}
