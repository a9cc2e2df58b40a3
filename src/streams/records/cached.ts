import * as z from 'zod/mini'
import type { PairId } from '#contract/pairs.ts'
import { provenanceSchema } from '#contract/provenance.ts'
import { pairOfKey } from '#contract/stream-keys.ts'
import { timestampSchema } from '#contract/time.ts'
import { parseJson } from '#src/lib/json.ts'
import type { CacheEntry } from '../ports.ts'
import type { StreamState } from './fold.ts'
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
export function serializeStreams(
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
export function parseStreams({ text, expiresAt }: Pick<CacheEntry, 'text' | 'expiresAt'>): readonly StreamState[] {
  const rows = parseJson(text)
  if (!Array.isArray(rows)) return []
  return rows.flatMap((value: unknown) => {
    const row = z.safeParse(cachedStreamSchema, value)
    const isShowable = row.success && row.data.data !== null && row.data.data !== undefined && isValid(row.data.data)
    return isShowable ? [toStreamState(row.data, expiresAt)] : []
  })
}
