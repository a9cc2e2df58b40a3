import * as z from 'zod/mini'
import type { Candle } from '#contract/candles.ts'
import { pairSchema } from '#contract/pairs.ts'
import { provenanceSchema } from '#contract/provenance.ts'
import { timeframeSchema } from '#contract/timeframes.ts'
import { parseCacheEntry } from '../cache-entry.ts'
import type { StreamCache } from '../ports.ts'
import { DEFAULT_VIEW, isSameView, type DashboardView } from '../view.ts'
import { rowsOf, type CandleWindow, type CandleRow } from './candle-window.ts'

const number = z.number()
/** Absent for the default view. */
const viewSchema = z.optional(z.object({ pair: pairSchema, timeframe: timeframeSchema }))
const windowSchema = z.object({
  view: viewSchema,
  /** Timestamp, open, high, low, close, volume; oldest first. */
  rows: z.array(z.tuple([number, number, number, number, number, number])),
  isComplete: z.boolean(),
})
const updateSchema = z.object({
  view: viewSchema,
  /** Market time of the newest price and the time it was received; unix ms. */
  at: number,
  receivedAt: number,
  provenance: z.optional(provenanceSchema),
})

/** Candles cached by an earlier visit. */
export interface CachedChart {
  readonly candles: readonly Candle[]
  readonly isComplete: boolean
  readonly receivedAt: number
  readonly provenance: CandleRow['provenance']
  /** Unix ms; after that the candles must not be shown. */
  readonly expiresAt: number
}

/** Time of the newest price of an earlier visit. It may be shown for longer than the candles themselves. */
export interface CachedUpdate {
  readonly at: number
  readonly receivedAt: number
  readonly provenance?: CandleRow['provenance']
  readonly expiresAt: number
}

/** What is cached, if it is of this view. */
const ofView = <T extends { view?: DashboardView | undefined }>(cached: T | undefined, view: DashboardView) =>
  cached !== undefined && isSameView(cached.view ?? DEFAULT_VIEW, view) ? cached : undefined

/** The cached time of this view's newest price. */
export const readCachedUpdate = (cache: StreamCache, view: DashboardView): CachedUpdate | undefined =>
  ofView(parseCacheEntry(cache.read('last-update'), updateSchema), view)

/** The cached candles of this view. */
export function readCachedChart(
  cache: StreamCache,
  view: DashboardView,
  update: CachedUpdate | undefined,
): CachedChart | undefined {
  const cached = ofView(parseCacheEntry(cache.read('chart-data'), windowSchema), view)
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

/** Caches the candles received from the server during this visit and the market time `at` of the newest price. */
export function writeChart(cache: StreamCache, view: DashboardView, window: CandleWindow, at: number): void {
  const { last } = window
  if (last === undefined || last.source === 'cache') return
  const rows = rowsOf(window).flatMap(({ source, candle: { timestamp, open, high, low, close, volume } }) =>
    source === 'cache' ? [] : [[timestamp, open, high, low, close, volume]],
  )
  const of = isSameView(view, DEFAULT_VIEW) ? {} : { view }
  const { isComplete, receivedAt, provenance } = last
  cache.write('chart-data', JSON.stringify({ ...of, rows, isComplete }))
  cache.write('last-update', JSON.stringify({ ...of, at, receivedAt, provenance }))
}
