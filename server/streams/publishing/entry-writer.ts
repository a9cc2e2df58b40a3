import type { MarketKind, Provenance } from '#contract/provenance.ts'
import { parseStreamKey } from '#contract/stream-keys.ts'
import { wrap, wrapperOf, type WrappedPayload } from '#contract/streams.ts'
import type { AnalysisEntry, PairAnalysis } from '#server/analysis/engine/engine.ts'
import type { AnalyticsFeed } from '../analytics-feed.ts'
import type { StreamEntry, StreamLog } from '../ports.ts'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'

/** An entry as its stream stored it. */
export interface StoredEntry {
  readonly key: string
  readonly entry: StreamEntry
}

export interface EntryWriterDeps {
  readonly log: StreamLog
  readonly feed: AnalyticsFeed
  readonly market: MarketKind
  readonly now: () => number
}

/** Writes what an analysis finds to its streams. */
export interface EntryWriter {
  /** Where values come from that are computed now; times in unix ms. */
  provenance(this: void, exchangeTime: number, receivedAt: number): Provenance
  /** Appends entries to their streams and sends running values to subscribers. Resolves with what was stored; rejects with the log's error. */
  publish(this: void, found: readonly AnalysisEntry[], source: Provenance): Promise<readonly StoredEntry[]>
  /** The newest entry of a stream; undefined while the stream is empty. */
  newest(this: void, key: string): Promise<StreamEntry | undefined>
  /** Gives the indicator streams back what they had before the process started. */
  restorePast(this: void, analysis: PairAnalysis): Promise<void>
  /** Entries stored by this process, and when the last one was published, unix ms. */
  stored(this: void): { readonly count: number; readonly lastAt: number | null }
}

/** An analysis' payload as its stream carries it. */
export const wrapEntry = ({ key, data }: Pick<AnalysisEntry, 'key' | 'data'>): WrappedPayload =>
  wrap(wrapperOf(parseStreamKey(key).category), { ...data })

export function createEntryWriter({ log, feed, market, now }: EntryWriterDeps): EntryWriter {
  let count = 0
  let lastAt: number | null = null

  const provenance = (exchangeTime: number, receivedAt: number): Provenance => {
    const at = now()
    return { market, exchange_time: exchangeTime, received_at: receivedAt, computed_at: at, published_at: at }
  }

  return {
    provenance,
    async publish(found, source) {
      const written: StoredEntry[] = []
      // All at once, since a log outside of the process answers each only after a round trip.
      let writing: Promise<StoredEntry>[] = []
      const finish = async () => {
        if (writing.length === 0) return
        written.push(...(await Promise.all(writing)))
        count += writing.length
        lastAt = source.published_at
        writing = []
      }
      for (const { key, kind, data } of found) {
        const wrapped = wrapEntry({ key, data })
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
    },
    newest: async (key) => (await log.info(key))?.last,
    async restorePast(analysis) {
      for (const { key, entries } of analysis.pastIndicators()) {
        const past = entries.map(({ endS, snapshot }) => ({
          data: wrapEntry({ key, data: snapshot }),
          provenance: provenance(endS * 1000, now()),
        }))
        await log.setPast(key, past)
      }
    },
    stored: () => ({ count, lastAt }),
  }
}

export const MINUTE_S = 60
export const MINUTE_MS = MINUTE_S * 1000

/** End of a minute, unix ms. */
export const endOf = ({ timestamp }: Candle): number => (timestamp + MINUTE_S) * 1000

/** Entries written together. `at` is the end of their minute, unix ms of market time. */
export interface PublishedUpdate {
  readonly pair: PairId
  readonly at: number
  /** initial: the state of a pair when its analysis started. */
  readonly kind: 'closed' | 'initial'
  readonly entries: readonly StoredEntry[]
}
