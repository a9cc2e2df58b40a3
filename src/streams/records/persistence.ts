import * as z from 'zod/mini'
import { ANALYSIS_CATEGORY } from '#contract/payloads/streams.ts'
import { CACHE } from '#contract/limits.ts'
import type { PairId } from '#contract/pairs.ts'
import { parseCacheEntry } from '../cache-entry.ts'
import type { CacheEntry, StreamCache } from '../ports.ts'
import { serializeStreams, parseStreams } from './cached.ts'
import type { StreamState } from './fold.ts'
import { countStreams, type StreamTotals } from './summary.ts'

/** Maximum length per cache entry, in UTF-16 units. All streams live for 10 minutes, those of the analysis for 15. */
const MAX_LENGTH = { 'stream-data': 300_000, 'analytics-data': 48_000 } as const

/** Totals cached by an earlier visit. */
export interface CachedTotals extends Omit<CacheEntry, 'text'> {
  readonly totals: StreamTotals
}

const number = z.number()
const totalsSchema = z.object({
  totalStreams: number,
  activeStreams: number,
  totalMessages: number,
  lastUpdate: z.optional(number),
  categories: z.array(
    z.tuple([z.string(), z.object({ streamCount: number, messageCount: number, lastUpdate: z.optional(number) })]),
  ),
})

const isAnalysis = ({ record }: StreamState): boolean => record.category === ANALYSIS_CATEGORY

/** Reads the cached streams; of a stream in both entries, the newer. */
export function readCachedStreams(cache: StreamCache): readonly StreamState[] {
  const found = new Map<string, StreamState>()
  for (const item of ['analytics-data', 'stream-data'] as const) {
    for (const state of parseStreams(cache.read(item) ?? { text: '', expiresAt: 0 })) {
      const other = found.get(state.record.key)
      if (other === undefined || other.record.receivedAt < state.record.receivedAt) found.set(state.record.key, state)
    }
  }
  return [...found.values()]
}

export function readCachedTotals(cache: StreamCache): CachedTotals | undefined {
  const cached = parseCacheEntry(cache.read('analytics-summary'), totalsSchema)
  if (cached === undefined) return undefined
  const { cachedAt, expiresAt, lastUpdate, categories, ...counts } = cached
  const byName = categories.map(([name, { lastUpdate: at, ...own }]) => [name, { ...own, lastUpdate: at }] as const)
  return { cachedAt, expiresAt, totals: { ...counts, lastUpdate, categories: new Map(byName) } }
}

/** Caches the data received from the server during this visit; where not all fits, that of `pair` first. */
export function writeStreams(cache: StreamCache, streams: readonly StreamState[], now: number, pair: PairId): void {
  const all = serializeStreams(streams, now - CACHE.streamDataMs, MAX_LENGTH['stream-data'], pair)
  const ofAnalysis = streams.filter(isAnalysis)
  const analysis = serializeStreams(ofAnalysis, now - CACHE.analyticsMs, MAX_LENGTH['analytics-data'], pair)
  const { categories, ...counts } = countStreams(streams.map(({ record }) => record))
  if (all !== undefined) cache.write('stream-data', all)
  if (analysis !== undefined) cache.write('analytics-data', analysis)
  cache.write('analytics-summary', JSON.stringify({ ...counts, categories: [...categories] }))
}
