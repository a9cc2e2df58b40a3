import * as z from 'zod/mini'
import { candleSchema, type Candle } from '#contract/candles.ts'
import { provenanceSchema, type Provenance } from '#contract/provenance.ts'
import { toSeconds } from '#contract/time.ts'

/** What a reply of the candle service turned out to be. */
type HistoryResponse =
  | {
      readonly kind: 'history'
      readonly history: {
        readonly candles: readonly Candle[]
        readonly lastIsComplete: boolean
        readonly provenance: Provenance | undefined
        readonly refused: number
      }
    }
  | { readonly kind: 'empty' | 'malformed' | 'not-candles' }

/** What every backend's reply has in common; ours says more (see `candlesReplySchema`). */
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
 * Parses the body of a reply of the candle endpoints, wrapped in `data` or not. Rows that are no candles are left out
 * and counted; minutes come once and in order, the later row of a minute winning.
 */
export function parseHistory(body: unknown): HistoryResponse {
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
