import * as z from 'zod/mini'
import { candleSchema } from '#contract/candles.ts'
import { provenanceSchema } from '#contract/provenance.ts'
import { streamMessageSchema, streamMetadataSchema } from '#contract/streams.ts'
import type { HistoryResult } from '../ports.ts'
import { failure, success, type Result } from '#src/lib/result.ts'

const history = z.object({
  candles: z.array(candleSchema),
  lastIsComplete: z.boolean(),
  provenance: z.optional(provenanceSchema),
  refused: z.number(),
})

/** A recorded result of the candle history request. */
export const historyResultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('history'), history }),
  z.object({ kind: z.literal('empty') }),
  z.object({ kind: z.literal('malformed') }),
  z.object({ kind: z.literal('not-candles') }),
  z.object({ kind: z.literal('failed'), error: z.string() }),
])

/** Parses a recorded history result; an invalid one counts as malformed. */
export function parseHistoryResult(value: unknown): HistoryResult {
  const read = z.safeParse(historyResultSchema, value)
  if (!read.success) return { kind: 'malformed' }
  if (read.data.kind !== 'history') return read.data
  const { candles, lastIsComplete, provenance, refused } = read.data.history
  return { kind: 'history', history: { candles, lastIsComplete, provenance, refused } }
}

const UNREADABLE = 'The recording contains no readable result'

const failureSchema = z.object({ ok: z.literal(false), error: z.string() })
const successSchema = z.object({ ok: z.literal(true), value: z.unknown() })

const resultParser =
  <T>(schema: z.ZodMiniType<T>) =>
  (result: unknown): Result<T> => {
    const failed = z.safeParse(failureSchema, result)
    if (failed.success) return failed.data
    const read = z.safeParse(schema, z.safeParse(successSchema, result).data?.value)
    return read.success ? success(read.data) : failure(UNREADABLE)
  }

/** Parsers of recorded stream-proxy results. */
export const parseResult = {
  list: resultParser(z.array(z.string())),
  metadata: resultParser(streamMetadataSchema),
  latest: resultParser(z.nullable(streamMessageSchema)),
  recent: resultParser(z.array(streamMessageSchema)),
}
