import * as z from 'zod/mini'
import { ANALYSIS_CATEGORY } from '#contract/payloads/streams.ts'
import { CACHE } from '#contract/limits.ts'
import type { PairId } from '#contract/pairs.ts'
import { parseCacheEntry } from '../cache-entry.ts'
import type { CacheEntry, StreamCache } from '../ports.ts'
import type { StreamState } from './fold.ts'
import { countStreams, type StreamTotals } from './summary.ts'
import { provenanceSchema } from '#contract/provenance.ts'
import { pairOfKey } from '#contract/stream-keys.ts'
import { timestampSchema } from '#contract/time.ts'
import { parseJson } from '#src/lib/json.ts'
import { isValid } from '#src/analysis/unwrap.ts'
import { emptyRecord, withStatus } from './record.ts'
import { withId } from './entry.ts'

const cachedStreamSchema = z.object({
  key: z.string(),
  data: z.unknown(),
  messageId: z.optional(z.string()),
  messageCount: z.number().check(z.int(), z.positive()),
  timestamp: timestampSchema,
  receivedAt: timestampSchema,
  provenance: z.optional(provenanceSchema),
  lastId: z.optional(z.string()),
  seq: z.optional(z.number()),
  epoch: z.optional(z.string()),
})
type CachedStream = z.infer<typeof cachedStreamSchema>

const toCachedStream = ({ record, lastId, seq, epoch }: StreamState): CachedStream => {
  const { key, data, messageId, messageCount, timestamp, receivedAt, provenance } = record
  return { key, data, messageId, messageCount, timestamp, receivedAt, provenance, lastId, seq, epoch }
}

/**
 * Serializes as many streams as fit into `maxLength` UTF-16 units, those of `pair`, which the cards show, and the newest
 * first.
 * Includes only data received from the server after `since`: restored data would otherwise be renewed for ever.
 * Undefined if there is none.
 */
function serializeStreams(
  streams: readonly StreamState[],
  since: number,
  maxLength: number,
  pair: PairId,
): string | undefined {
  const isShown = ({ record }: StreamState): boolean => pairOfKey(record.key) === pair
  const fresh = streams
    .filter(({ record }) => record.data !== null && record.source !== 'cache' && record.receivedAt > since)
    .toSorted((a, b) => Number(isShown(b)) - Number(isShown(a)) || b.record.receivedAt - a.record.receivedAt)
  const rows: string[] = []
  let remaining = maxLength
  for (const state of fresh) {
    const row = JSON.stringify(toCachedStream(state))
    if (row.length > remaining) continue
    remaining -= row.length + 1
    rows.push(row)
  }
  return rows.length === 0 ? undefined : `[${rows.join(',')}]`
}

function toStreamState(row: CachedStream, expiresAt: number): StreamState {
  const { lastId, seq, epoch, key, data, messageId, messageCount, timestamp, receivedAt, provenance } = row
  const shown = { data, messageId, messageCount, timestamp, receivedAt, provenance }
  return {
    record: withStatus({ ...emptyRecord(key, receivedAt), ...shown, source: 'cache' }),
    seen: lastId === undefined ? undefined : withId(undefined, lastId),
    lastId,
    firstId: lastId,
    countedTo: undefined,
    seq,
    epoch,
    expiresAt,
  }
}

/** Parses cached streams. Invalid rows are dropped; never throws. */
function parseStreams({ text, expiresAt }: Pick<CacheEntry, 'text' | 'expiresAt'>): readonly StreamState[] {
  const rows = parseJson(text)
  if (!Array.isArray(rows)) return []
  return rows.flatMap((value: unknown) => {
    const row = z.safeParse(cachedStreamSchema, value)
    const isShowable = row.success && row.data.data !== null && row.data.data !== undefined && isValid(row.data.data)
    return isShowable ? [toStreamState(row.data, expiresAt)] : []
  })
}

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
