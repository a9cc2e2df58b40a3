import { asyncScheduler, interval, merge, type Observable, type SchedulerLike } from 'rxjs'
import * as z from 'zod/mini'

/** What the streams leave for a later visit. */
export const STREAM_ITEMS = ['stream-data', 'analytics-summary', 'analytics-data', 'chart-data', 'last-update'] as const
export type StreamItem = (typeof STREAM_ITEMS)[number]

/** A text that was kept, when, and until when it may be shown (unix ms, wall time). */
export interface Kept {
  readonly text: string
  readonly keptAt: number
  readonly expiresAt: number
}

/** Where what is held is kept from one visit to the next. Items that must not be shown any more are not given out. */
export interface StreamCache {
  readonly read: (item: StreamItem) => Kept | undefined
  readonly keep: (item: StreamItem, text: string) => void
  /** The page may go now: what is held has to be kept. */
  readonly due$: Observable<unknown>
}

/** How often what is held is kept; and whenever the page goes. */
const KEEP_MS = 60_000

/** Whenever what is held has to be kept. */
export const keepDue = (
  { due$ }: Pick<StreamCache, 'due$'>,
  timers: SchedulerLike = asyncScheduler,
): Observable<unknown> => merge(interval(KEEP_MS, timers), due$)

/** JSON of a kept text, or undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A kept item as `schema` understands it, beside when it was kept and until when it may be shown. */
export function parseKept<T>(kept: Kept | undefined, schema: z.ZodMiniType<T>): (T & Omit<Kept, 'text'>) | undefined {
  if (kept === undefined) return undefined
  const { keptAt, expiresAt, text } = kept
  const parsed = z.safeParse(schema, parseJson(text))
  return parsed.success ? { ...parsed.data, keptAt, expiresAt } : undefined
}
