import * as z from 'zod/mini'
import type { Candle } from '#contract/candles.ts'
import { provenanceSchema } from '#contract/provenance.ts'
import { parseKept, type StreamCache } from '../kept.ts'
import { rowsOf, type CandleWindow, type Row } from './window.ts'

const figure = z.number()
const windowSchema = z.object({
  /** Timestamp, open, high, low, close, volume; oldest first. */
  rows: z.array(z.tuple([figure, figure, figure, figure, figure, figure])),
  isComplete: z.boolean(),
})
const updateSchema = z.object({
  /** Market time of the newest figure, and when it came here; unix ms. */
  at: figure,
  receivedAt: figure,
  provenance: z.optional(provenanceSchema),
})

/** What an earlier visit left of the chart. */
export interface KeptChart {
  readonly candles: readonly Candle[]
  readonly isComplete: boolean
  readonly receivedAt: number
  readonly provenance: Row['provenance']
  /** Until when its candles may be shown, unix ms. */
  readonly expiresAt: number
}

/** When the newest figure of an earlier visit was from; it may be told for longer than its candles may be shown. */
export interface KeptUpdate {
  readonly at: number
  readonly receivedAt: number
  readonly provenance: Row['provenance']
  readonly expiresAt: number
}

export function readUpdate(cache: StreamCache): KeptUpdate | undefined {
  const kept = parseKept(cache.read('last-update'), updateSchema)
  return kept && { at: kept.at, receivedAt: kept.receivedAt, provenance: kept.provenance, expiresAt: kept.expiresAt }
}

export function readChart(cache: StreamCache, update: KeptUpdate | undefined): KeptChart | undefined {
  const kept = parseKept(cache.read('chart-data'), windowSchema)
  return (
    kept && {
      candles: kept.rows.map(([timestamp, open, high, low, close, volume]) => ({
        timestamp,
        open,
        high,
        low,
        close,
        volume,
      })),
      isComplete: kept.isComplete,
      receivedAt: update?.receivedAt ?? kept.keptAt,
      provenance: update?.provenance,
      expiresAt: kept.expiresAt,
    }
  )
}

/** Keeps the candles that the server gave on this visit, and when the newest figure (at `at`) was from. */
export function keepChart(cache: StreamCache, window: CandleWindow, at: number): void {
  const { last } = window
  if (last === undefined || last.source === 'cache') return
  const rows = rowsOf(window).flatMap(({ source, candle: { timestamp, open, high, low, close, volume } }) =>
    source === 'cache' ? [] : [[timestamp, open, high, low, close, volume]],
  )
  cache.keep('chart-data', JSON.stringify({ rows, isComplete: last.isComplete }))
  cache.keep('last-update', JSON.stringify({ at, receivedAt: last.receivedAt, provenance: last.provenance }))
}
