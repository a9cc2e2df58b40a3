import { asyncScheduler, interval, merge, type Observable, type SchedulerLike } from 'rxjs'
import * as z from 'zod/mini'

/** Keys under which the streams store data for a later visit. */
export const STREAM_CACHE_KEYS = [
  'stream-data',
  'analytics-summary',
  'analytics-data',
  'chart-data',
  'last-update',
] as const
export type StreamCacheKey = (typeof STREAM_CACHE_KEYS)[number]

/** A cached text. Times are unix ms, wall clock; after `expiresAt` it must not be shown. */
export interface CacheEntry {
  readonly text: string
  readonly cachedAt: number
  readonly expiresAt: number
}

/** Stores stream data from one visit to the next. Expired entries are not returned. */
export interface StreamCache {
  readonly read: (item: StreamCacheKey) => CacheEntry | undefined
  readonly write: (item: StreamCacheKey, text: string) => void
  /** The page may be unloaded: write the current state now. */
  readonly flush$: Observable<unknown>
}

/** Interval between two writes of the current state. */
const PERSIST_INTERVAL_MS = 60_000

/** Emits when the current state must be written to the cache. */
export const persistDue$ = (
  { flush$ }: Pick<StreamCache, 'flush$'>,
  timers: SchedulerLike = asyncScheduler,
): Observable<unknown> => merge(interval(PERSIST_INTERVAL_MS, timers), flush$)

/** The value of a JSON text, or undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A cache entry parsed with `schema`, with its times. Undefined if absent or invalid. */
export function parseCacheEntry<T>(
  entry: CacheEntry | undefined,
  schema: z.ZodMiniType<T>,
): (T & Omit<CacheEntry, 'text'>) | undefined {
  if (entry === undefined) return undefined
  const { cachedAt, expiresAt, text } = entry
  const parsed = z.safeParse(schema, parseJson(text))
  return parsed.success ? { ...parsed.data, cachedAt, expiresAt } : undefined
}
