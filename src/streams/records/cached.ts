import * as z from 'zod/mini'
import { provenanceSchema } from '#contract/provenance.ts'
import { stampSchema } from '#contract/time.ts'
import type { Held } from './fold.ts'
import { isValid } from './payload.ts'
import { emptyRecord, settled } from './record.ts'
import { withId } from './seen.ts'

/** A text that was kept, and until when it may be shown (unix ms, wall time). */
export interface Kept {
  readonly text: string
  readonly expiresAt: number
}

const rowSchema = z.object({
  key: z.string(),
  data: z.unknown(),
  messageId: z.optional(z.string()),
  messageCount: z.number().check(z.int(), z.positive()),
  timestamp: stampSchema,
  receivedAt: stampSchema,
  provenance: z.optional(provenanceSchema),
  lastId: z.optional(z.string()),
  seq: z.optional(z.number()),
  epoch: z.optional(z.string()),
})
type Row = z.infer<typeof rowSchema>

/** Length of all rows together, in UTF-16 units. */
const TEXT_LENGTH = 300_000

const rowOf = ({ record, lastId, seq, epoch }: Held): Row => {
  const { key, data, messageId, messageCount, timestamp, receivedAt, provenance } = record
  return { key, data, messageId, messageCount, timestamp, receivedAt, provenance, lastId, seq, epoch }
}

/**
 * The streams as text, the newest first, as many as there is room for. Only what came from the server since `since`:
 * what was itself restored would otherwise live for ever. Undefined when there is nothing of that.
 */
export function packStreams(streams: readonly Held[], since: number): string | undefined {
  const fresh = streams
    .filter(({ record }) => record.data !== null && record.source !== 'cache' && record.receivedAt > since)
    .toSorted((a, b) => b.record.receivedAt - a.record.receivedAt)
  const rows: string[] = []
  let room = TEXT_LENGTH
  for (const held of fresh) {
    const row = JSON.stringify(rowOf(held))
    if (row.length > room) continue
    room -= row.length + 1
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

function parseRows(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

/** The streams of a kept text. Rows that are none are left out; never throws. */
export function unpackStreams({ text, expiresAt }: Kept): readonly Held[] {
  return parseRows(text).flatMap((value) => {
    const row = z.safeParse(rowSchema, value)
    const isShowable = row.success && row.data.data !== null && row.data.data !== undefined && isValid(row.data.data)
    return isShowable ? [heldOf(row.data, expiresAt)] : []
  })
}
