import * as z from 'zod/mini'
import { CACHE } from '#contract/limits.ts'
import type { SafeStorage } from './storage.ts'

interface CacheLimits {
  readonly lifeMs: number
  /** Most UTF-16 units that are kept; all items together stay well below half a million. */
  readonly maxLength: number
}

/** What may be kept for a later visit. */
const CACHE_KEYS = [
  'stream-data',
  'analytics-summary',
  'analytics-data',
  'chart-data',
  'connection-state',
  'preferences',
  'last-update',
] as const
export type CacheKey = (typeof CACHE_KEYS)[number]

const LIMITS: Record<CacheKey, CacheLimits> = {
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
const headerSchema = z.object({ version: z.literal(VERSION), user: z.string(), keptAt: z.number() })

/** A kept text, when it was kept, and until when it may be shown (unix ms, wall time). */
interface CacheEntry {
  readonly text: string
  readonly cachedAt: number
  readonly expiresAt: number
}

/** What one user's visits leave for the next: every item dies at its time, unreadable ones and others' at once. */
export interface Cache {
  /** To be called when somebody signs in: what others left is removed. */
  open(user: string): void
  readonly read: (key: CacheKey) => CacheEntry | undefined
  /** Without effect on what is too long, or while nobody is signed in. */
  readonly write: (key: CacheKey, text: string) => void
  /** Removes what has expired or cannot be read. */
  readonly removeExpired: () => void
  /** To be called when the session ends: nothing of the data stays, and of the rest only what `preferences` allows. */
  clear(preferences: 'keep' | 'remove'): void
}

const storageKeyOf = (key: CacheKey): string => `pairbot.cache.${key}`

/** Head and text of a stored item; undefined when it is none. */
function parseItem(stored: string) {
  const end = stored.indexOf('\n')
  try {
    const header = headerSchema.safeParse(JSON.parse(stored.slice(0, Math.max(0, end))))
    return header.success ? { ...header.data, text: stored.slice(end + 1) } : undefined
  } catch {
    return undefined
  }
}

export function createCache(storage: SafeStorage, now: () => number): Cache {
  let owner: string | undefined

  function read(key: CacheKey): CacheEntry | undefined {
    const stored = storage.get(storageKeyOf(key))
    if (stored === undefined) return undefined
    const found = parseItem(stored)
    const expiresAt = (found?.keptAt ?? 0) + LIMITS[key].lifeMs
    // Kept in the future: the clock was set back, and its age cannot be told.
    const isAlive = found !== undefined && found.keptAt <= now() && now() < expiresAt
    if (isAlive && found.user === owner) return { text: found.text, cachedAt: found.keptAt, expiresAt }
    storage.remove(storageKeyOf(key))
    return undefined
  }

  const removeExpired = () => CACHE_KEYS.forEach(read)

  return {
    open(user) {
      owner = user
      removeExpired()
    },
    read: read,
    write(key, text) {
      if (owner === undefined || text.length > LIMITS[key].maxLength) return
      const header: z.infer<typeof headerSchema> = { version: VERSION, user: owner, keptAt: now() }
      storage.set(storageKeyOf(key), `${JSON.stringify(header)}\n${text}`)
    },
    removeExpired,
    clear(preferences) {
      owner = undefined
      for (const key of CACHE_KEYS)
        if (key !== 'preferences' || preferences === 'remove') storage.remove(storageKeyOf(key))
    },
  }
}
