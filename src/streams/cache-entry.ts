import { asyncScheduler, interval, merge, type Observable, type SchedulerLike } from 'rxjs'
import * as z from 'zod/mini'
import { parseJson } from '#src/lib/json.ts'
import type { CacheEntry, StreamCache } from './ports.ts'

/** Interval between two writes of the current state. */
const PERSIST_INTERVAL_MS = 60_000

/** Emits when the current state must be written to the cache. */
export const persistDue$ = (
  { flush$ }: Pick<StreamCache, 'flush$'>,
  timers: SchedulerLike = asyncScheduler,
): Observable<unknown> => merge(interval(PERSIST_INTERVAL_MS, timers), flush$)

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
