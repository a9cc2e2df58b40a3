import * as z from 'zod/mini'
import { candleSchema } from '#contract/candles.ts'
import { provenanceSchema } from '#contract/provenance.ts'
import { streamMessageSchema, streamMetadataSchema } from '#contract/streams.ts'
import type { HistoryAnswer } from '../ports.ts'
import type { Answer } from '../records/api.ts'

const history = z.object({
  candles: z.array(candleSchema),
  lastIsComplete: z.boolean(),
  provenance: z.optional(provenanceSchema),
  refused: z.number(),
})

/** An answer to the question for candles, as it stands on a tape. */
export const historyAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('history'), history }),
  z.object({ kind: z.literal('empty') }),
  z.object({ kind: z.literal('malformed') }),
  z.object({ kind: z.literal('not-candles') }),
  z.object({ kind: z.literal('failed'), error: z.string() }),
])

/** The candles' answer of a tape; one that is none counts as malformed. */
export function readHistory(value: unknown): HistoryAnswer {
  const read = z.safeParse(historyAnswerSchema, value)
  if (!read.success) return { kind: 'malformed' }
  if (read.data.kind !== 'history') return read.data
  const { candles, lastIsComplete, provenance, refused } = read.data.history
  return { kind: 'history', history: { candles, lastIsComplete, provenance, refused } }
}

const UNREADABLE = 'The tape holds no readable answer'

const failure = z.object({ ok: z.literal(false), error: z.string() })
const success = z.object({ ok: z.literal(true), value: z.unknown() })

const answerOf =
  <T>(schema: z.ZodMiniType<T>) =>
  (answer: unknown): Answer<T> => {
    const failed = z.safeParse(failure, answer)
    if (failed.success) return failed.data
    const read = z.safeParse(schema, z.safeParse(success, answer).data?.value)
    return read.success ? { ok: true, value: read.data } : { ok: false, error: UNREADABLE }
  }

/** Readers of the stream-proxy's answers on a tape. */
export const readAnswer = {
  list: answerOf(z.array(z.string())),
  metadata: answerOf(streamMetadataSchema),
  latest: answerOf(z.nullable(streamMessageSchema)),
  recent: answerOf(z.array(streamMessageSchema)),
}
