import * as z from 'zod/mini'
import type { Candle } from '#contract/candles.ts'
import { provenanceSchema } from '#contract/provenance.ts'
import { parseCacheEntry, type StreamCache } from '../cache-entry.ts'
import { rowsOf, type CandleWindow, type CandleRow } from './candle-window.ts'

const number = z.number()
const windowSchema = z.object({
  /** Timestamp, open, high, low, close, volume; oldest first. */
  rows: z.array(z.tuple([number, number, number, number, number, number])),
  isComplete: z.boolean(),
})
const updateSchema = z.object({
  /** Market time of the newest figure, and when it came here; unix ms. */
  at: number,
  receivedAt: number,
  provenance: z.optional(provenanceSchema),
})

/** What an earlier visit left of the chart. */
export interface CachedChart {
  readonly candles: readonly Candle[]
  readonly isComplete: boolean
  readonly receivedAt: number
  readonly provenance: CandleRow['provenance']
  /** Until when its candles may be shown, unix ms. */
  readonly expiresAt: number
}

/** When the newest figure of an earlier visit was from; it may be told for longer than its candles may be shown. */
export interface CachedUpdate {
  readonly at: number
  readonly receivedAt: number
  readonly provenance: CandleRow['provenance']
  readonly expiresAt: number
}

export function readCachedUpdate(cache: StreamCache): CachedUpdate | undefined {
  const cached = parseCacheEntry(cache.read('last-update'), updateSchema)
  return (
    cached && {
      at: cached.at,
      receivedAt: cached.receivedAt,
      provenance: cached.provenance,
      expiresAt: cached.expiresAt,
    }
  )
}

export function readCachedChart(cache: StreamCache, update: CachedUpdate | undefined): CachedChart | undefined {
  const cached = parseCacheEntry(cache.read('chart-data'), windowSchema)
  return (
    cached && {
      candles: cached.rows.map(([timestamp, open, high, low, close, volume]) => ({
        timestamp,
        open,
        high,
        low,
        close,
        volume,
      })),
      isComplete: cached.isComplete,
      receivedAt: update?.receivedAt ?? cached.cachedAt,
      provenance: update?.provenance,
      expiresAt: cached.expiresAt,
    }
  )
}

/** Keeps the candles that the server gave on this visit, and when the newest figure (at `at`) was from. */
export function writeChart(cache: StreamCache, window: CandleWindow, at: number): void {
  const { last } = window
  if (last === undefined || last.source === 'cache') return
  const rows = rowsOf(window).flatMap(({ source, candle: { timestamp, open, high, low, close, volume } }) =>
    source === 'cache' ? [] : [[timestamp, open, high, low, close, volume]],
  )
  cache.write('chart-data', JSON.stringify({ rows, isComplete: last.isComplete }))
  cache.write('last-update', JSON.stringify({ at, receivedAt: last.receivedAt, provenance: last.provenance }))
}
