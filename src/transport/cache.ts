import * as z from 'zod/mini'
import { CACHE } from '#contract/limits.ts'
import type { SafeStorage } from './storage.ts'

interface Item {
  readonly lifeMs: number
  /** Most UTF-16 units that are kept; all items together stay well below half a million. */
  readonly maxLength: number
}

/** What may be kept for a later visit. */
const ITEMS = [
  'stream-data',
  'analytics-summary',
  'analytics-data',
  'chart-data',
  'connection-state',
  'preferences',
  'last-update',
] as const
export type CachedItem = (typeof ITEMS)[number]

const CACHED: Record<CachedItem, Item> = {
  'stream-data': { lifeMs: CACHE.streamDataMs, maxLength: 310_000 },
  'analytics-summary': { lifeMs: CACHE.analyticsMs, maxLength: 5_000 },
  'analytics-data': { lifeMs: CACHE.analyticsMs, maxLength: 50_000 },
  'chart-data': { lifeMs: CACHE.chartMs, maxLength: 80_000 },
  'connection-state': { lifeMs: CACHE.connectionMs, maxLength: 1_000 },
  preferences: { lifeMs: CACHE.preferencesMs, maxLength: 5_000 },
  'last-update': { lifeMs: CACHE.connectionMs, maxLength: 1_000 },
}

/** Goes up whenever what is kept changes its meaning: older items are then dropped. */
const VERSION = 1
const headSchema = z.object({ version: z.literal(VERSION), user: z.string(), keptAt: z.number() })

/** A kept text, when it was kept, and until when it may be shown (unix ms, wall time). */
interface CachedText {
  readonly text: string
  readonly keptAt: number
  readonly expiresAt: number
}

/** What one user's visits leave for the next: every item dies at its time, unreadable ones and others' at once. */
export interface Cache {
  /** To be called when somebody signs in: what others left is removed. */
  adopt(user: string): void
  readonly read: (item: CachedItem) => CachedText | undefined
  /** Without effect on what is too long, or while nobody is signed in. */
  readonly keep: (item: CachedItem, text: string) => void
  /** Removes what has expired or cannot be read. */
  readonly clean: () => void
  /** To be called when the session ends: nothing of the data stays, and of the rest only what `preferences` allows. */
  forget(preferences: 'kept' | 'forgotten'): void
}

const keyOf = (item: CachedItem): string => `pairbot.cache.${item}`

/** Head and text of a stored item; undefined when it is none. */
function parseItem(stored: string) {
  const end = stored.indexOf('\n')
  try {
    const head = headSchema.safeParse(JSON.parse(stored.slice(0, Math.max(0, end))))
    return head.success ? { ...head.data, text: stored.slice(end + 1) } : undefined
  } catch {
    return undefined
  }
}

export function createCache(storage: SafeStorage, now: () => number): Cache {
  let owner: string | undefined

  function find(item: CachedItem): CachedText | undefined {
    const stored = storage.get(keyOf(item))
    if (stored === undefined) return undefined
    const found = parseItem(stored)
    const expiresAt = (found?.keptAt ?? 0) + CACHED[item].lifeMs
    // Kept in the future: the clock was set back, and its age cannot be told.
    const isAlive = found !== undefined && found.keptAt <= now() && now() < expiresAt
    if (isAlive && found.user === owner) return { text: found.text, keptAt: found.keptAt, expiresAt }
    storage.remove(keyOf(item))
    return undefined
  }

  const clean = () => ITEMS.forEach(find)

  return {
    adopt(user) {
      owner = user
      clean()
    },
    read: find,
    keep(item, text) {
      if (owner === undefined || text.length > CACHED[item].maxLength) return
      const head: z.infer<typeof headSchema> = { version: VERSION, user: owner, keptAt: now() }
      storage.set(keyOf(item), `${JSON.stringify(head)}\n${text}`)
    },
    clean,
    forget(preferences) {
      owner = undefined
      for (const item of ITEMS) if (item !== 'preferences' || preferences === 'forgotten') storage.remove(keyOf(item))
    },
  }
}
