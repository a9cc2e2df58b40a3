import { asyncScheduler, interval, merge, type Observable, type SchedulerLike } from 'rxjs'
import * as z from 'zod/mini'

/** What the streams leave for a later visit. */
export const STREAM_CACHE_KEYS = [
  'stream-data',
  'analytics-summary',
  'analytics-data',
  'chart-data',
  'last-update',
] as const
export type StreamCacheKey = (typeof STREAM_CACHE_KEYS)[number]

/** A text that was kept, when, and until when it may be shown (unix ms, wall time). */
export interface CacheEntry {
  readonly text: string
  readonly cachedAt: number
  readonly expiresAt: number
}

/** Where what is held is kept from one visit to the next. Items that must not be shown any more are not given out. */
export interface StreamCache {
  readonly read: (item: StreamCacheKey) => CacheEntry | undefined
  readonly write: (item: StreamCacheKey, text: string) => void
  /** The page may go now: what is held has to be kept. */
  readonly flush$: Observable<unknown>
}

/** How often what is held is kept; and whenever the page goes. */
const PERSIST_INTERVAL_MS = 60_000

/** Whenever what is held has to be kept. */
export const persistDue$ = (
  { flush$ }: Pick<StreamCache, 'flush$'>,
  timers: SchedulerLike = asyncScheduler,
): Observable<unknown> => merge(interval(PERSIST_INTERVAL_MS, timers), flush$)

/** JSON of a kept text, or undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A kept item as `schema` understands it, beside when it was kept and until when it may be shown. */
export function parseCacheEntry<T>(
  entry: CacheEntry | undefined,
  schema: z.ZodMiniType<T>,
): (T & Omit<CacheEntry, 'text'>) | undefined {
  if (entry === undefined) return undefined
  const { cachedAt, expiresAt, text } = entry
  const parsed = z.safeParse(schema, parseJson(text))
  return parsed.success ? { ...parsed.data, cachedAt, expiresAt } : undefined
}
