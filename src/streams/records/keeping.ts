import * as z from 'zod/mini'
import { ANALYSIS_CATEGORY } from '#contract/analysis/payloads.ts'
import { CACHE } from '#contract/limits.ts'
import { parseKept, type Kept, type StreamCache } from '../kept.ts'
import { packStreams, unpackStreams } from './cached.ts'
import type { Held } from './fold.ts'
import { countStreams, type StreamFigures } from './summary.ts'

/** Room of each item's rows together, in UTF-16 units. All streams live 10 minutes, those of the analysis 15. */
const ROOM = { 'stream-data': 300_000, 'analytics-data': 48_000 } as const

/** The figures that an earlier visit left. */
export interface KeptFigures extends Omit<Kept, 'text'> {
  readonly figures: StreamFigures
}

const figure = z.number()
const figuresSchema = z.object({
  totalStreams: figure,
  activeStreams: figure,
  totalMessages: figure,
  lastUpdate: z.optional(figure),
  categories: z.array(
    z.tuple([z.string(), z.object({ streamCount: figure, messageCount: figure, lastUpdate: z.optional(figure) })]),
  ),
})

const isAnalysis = ({ record }: Held): boolean => record.category === ANALYSIS_CATEGORY

/** The streams that an earlier visit left; of one that is in both items the newer, for as long as it may be shown. */
export function readStreams(cache: StreamCache): readonly Held[] {
  const found = new Map<string, Held>()
  for (const item of ['analytics-data', 'stream-data'] as const) {
    for (const held of unpackStreams(cache.read(item) ?? { text: '', expiresAt: 0 })) {
      const other = found.get(held.record.key)
      if (other === undefined || other.record.receivedAt < held.record.receivedAt) found.set(held.record.key, held)
    }
  }
  return [...found.values()]
}

export function readFigures(cache: StreamCache): KeptFigures | undefined {
  const kept = parseKept(cache.read('analytics-summary'), figuresSchema)
  if (kept === undefined) return undefined
  const { keptAt, expiresAt, lastUpdate, categories, ...counts } = kept
  const byName = categories.map(([name, { lastUpdate: at, ...own }]) => [name, { ...own, lastUpdate: at }] as const)
  return { keptAt, expiresAt, figures: { ...counts, lastUpdate, categories: new Map(byName) } }
}

/** Keeps what the server gave on this visit. */
export function keepStreams(cache: StreamCache, streams: readonly Held[], now: number): void {
  const all = packStreams(streams, now - CACHE.streamDataMs, ROOM['stream-data'])
  const analysis = packStreams(streams.filter(isAnalysis), now - CACHE.analyticsMs, ROOM['analytics-data'])
  const { categories, ...counts } = countStreams(streams.map(({ record }) => record))
  if (all !== undefined) cache.keep('stream-data', all)
  if (analysis !== undefined) cache.keep('analytics-data', analysis)
  cache.keep('analytics-summary', JSON.stringify({ ...counts, categories: [...categories] }))
}
