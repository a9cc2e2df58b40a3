import * as z from 'zod/mini'
import { candleSchema, type Candle } from '#contract/candles.ts'
import { provenanceSchema } from '#contract/provenance.ts'
import { toSeconds } from '#contract/time.ts'
import type { HistoryResult } from '#src/streams/ports.ts'

/** Fields that every backend sends; ours sends more (see `candlesReplySchema`). */
const responseSchema = z.object({
  candles: z.array(z.unknown()),
  last_is_complete: z.optional(z.unknown()),
  provenance: z.optional(z.unknown()),
})
const wrappedSchema = z.union([z.object({ data: responseSchema }), responseSchema])

function candleOf(row: unknown): Candle | undefined {
  const parsed = z.safeParse(candleSchema, row)
  return parsed.success ? { ...parsed.data, timestamp: toSeconds(parsed.data.timestamp) } : undefined
}

/**
 * Parses the response body of the candle endpoints, with or without a `data` wrapper. Invalid rows are dropped and
 * counted; minutes are unique and sorted, and the later row of a minute wins.
 */
export function parseHistory(body: unknown): HistoryResult {
  const parsed = z.safeParse(wrappedSchema, body)
  if (!parsed.success) return { kind: 'malformed' }
  const response = 'data' in parsed.data ? parsed.data.data : parsed.data
  const rows = response.candles
  if (rows.length === 0) return { kind: 'empty' }
  const byMinute = new Map<number, Candle>()
  let refused = 0
  for (const row of rows) {
    const candle = candleOf(row)
    if (candle === undefined) refused += 1
    else byMinute.set(candle.timestamp, candle)
  }
  if (byMinute.size === 0) return { kind: 'not-candles' }
  const candles = [...byMinute.values()].sort((a, b) => a.timestamp - b.timestamp)
  const lastIsComplete = response.last_is_complete === true
  const provenance = z.safeParse(provenanceSchema, response.provenance).data
  return { kind: 'history', history: { candles, lastIsComplete, provenance, refused } }
}
