import * as z from 'zod/mini'
import type { EntryRef } from '#contract/payloads/responses.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import { unwrap } from '#contract/streams.ts'
import type { StreamEntry, ReadableLog } from '../ports.ts'

/** A payload with the id and provenance of its entry. */
export type WithMetadata<T> = T & EntryRef

/** Parses an entry's payload. Throws if it does not match the stream's schema. */
function parsePayload<T extends object>(entry: StreamEntry, schema: z.ZodMiniType<T>): WithMetadata<T> {
  return { ...z.parse(schema, unwrap(entry.data)), message_id: entry.id, provenance: entry.provenance }
}

/** The last `count` payloads of a stream, newest first. */
export async function readRecent<T extends object>(
  log: ReadableLog,
  key: string,
  schema: z.ZodMiniType<T>,
  count: number,
): Promise<WithMetadata<T>[]> {
  const entries = await log.recent(key, count)
  return entries.map((entry) => parsePayload(entry, schema))
}

/** The newest payload of a stream, undefined before the first. */
export async function readNewest<T extends object>(
  log: ReadableLog,
  key: string,
  schema: z.ZodMiniType<T>,
): Promise<WithMetadata<T> | undefined> {
  const [newest] = await readRecent(log, key, schema, 1)
  return newest
}

/** A response with the payload, or with null and the reason. */
export const toResponse = <T>(payload: T | undefined, reason: string) =>
  payload === undefined ? { success: true as const, data: null, reason } : { success: true as const, data: payload }

/** The reason why a stream is empty: entries are published with closed candles. */
export const notPublishedYet = (what: string, pair: PairId): string =>
  `Nothing published yet: ${what} of ${PAIRS[pair].label} comes with the next closed candle.`
