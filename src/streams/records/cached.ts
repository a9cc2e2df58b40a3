import * as z from 'zod/mini'
import { DEFAULT_PAIR } from '#contract/pairs.ts'
import { provenanceSchema } from '#contract/provenance.ts'
import { pairOfKey } from '#contract/stream-keys.ts'
import { timestampSchema } from '#contract/time.ts'
import { parseJson, type Kept } from '../kept.ts'
import type { Held } from './fold.ts'
import { isValid } from './payload.ts'
import { emptyRecord, settled } from './record.ts'
import { withId } from './seen.ts'

const rowSchema = z.object({
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
type Row = z.infer<typeof rowSchema>

const rowOf = ({ record, lastId, seq, epoch }: Held): Row => {
  const { key, data, messageId, messageCount, timestamp, receivedAt, provenance } = record
  return { key, data, messageId, messageCount, timestamp, receivedAt, provenance, lastId, seq, epoch }
}

/** What the cards show, before other pairs. */
const isOwn = ({ record }: Held): boolean => pairOfKey(record.key) === DEFAULT_PAIR

/**
 * The streams as text of at most `room` UTF-16 units, those of the default pair and the newest first, as many as fit. Only
 * what came from the server since `since`: what was itself restored would otherwise live for ever. Undefined when there is
 * nothing of that.
 */
export function packStreams(streams: readonly Held[], since: number, room: number): string | undefined {
  const fresh = streams
    .filter(({ record }) => record.data !== null && record.source !== 'cache' && record.receivedAt > since)
    .toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || b.record.receivedAt - a.record.receivedAt)
  const rows: string[] = []
  let left = room
  for (const held of fresh) {
    const row = JSON.stringify(rowOf(held))
    if (row.length > left) continue
    left -= row.length + 1
    rows.push(row)
  }
  return rows.length === 0 ? undefined : `[${rows.join(',')}]`
}

function heldOf(row: Row, expiresAt: number): Held {
  const { lastId, seq, epoch, key, data, messageId, messageCount, timestamp, receivedAt, provenance } = row
  const shown = { data, messageId, messageCount, timestamp, receivedAt, provenance }
  return {
    record: settled({ ...emptyRecord(key, receivedAt), ...shown, source: 'cache' }),
    seen: lastId === undefined ? undefined : withId(undefined, lastId),
    lastId,
    firstId: lastId,
    countedTo: undefined,
    seq,
    epoch,
    expiresAt,
  }
}

/** The streams of a kept text. Rows that are none are left out; never throws. */
export function unpackStreams({ text, expiresAt }: Pick<Kept, 'text' | 'expiresAt'>): readonly Held[] {
  const rows = parseJson(text)
  if (!Array.isArray(rows)) return []
  return rows.flatMap((value: unknown) => {
    const row = z.safeParse(rowSchema, value)
    const isShowable = row.success && row.data.data !== null && row.data.data !== undefined && isValid(row.data.data)
    return isShowable ? [heldOf(row.data, expiresAt)] : []
  })
}
