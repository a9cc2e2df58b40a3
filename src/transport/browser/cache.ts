import * as z from 'zod/mini'
import { CACHE } from '#contract/limits.ts'
import { parseJson } from '#src/lib/json.ts'
import type { CacheEntry } from '#src/streams/ports.ts'
import type { SafeStorage } from './storage.ts'

interface CacheLimits {
  readonly lifeMs: number
  /** Maximum length in UTF-16 units; all entries together stay well below half a million. */
  readonly maxLength: number
}

/** Keys of the entries that may be stored for a later visit. */
const CACHE_KEYS = [
  'stream-data',
  'analytics-summary',
  'analytics-data',
  'chart-data',
  'connection-state',
  'preferences',
  'last-update',
  'strategy-drafts',
] as const
export type CacheKey = (typeof CACHE_KEYS)[number]

/** What the user made, which outlives a session that expired. */
const OWN_KEYS: ReadonlySet<CacheKey> = new Set(['preferences', 'strategy-drafts'])

const LIMITS: Record<CacheKey, CacheLimits> = {
  'stream-data': { lifeMs: CACHE.streamDataMs, maxLength: 310_000 },
  'analytics-summary': { lifeMs: CACHE.analyticsMs, maxLength: 5_000 },
  'analytics-data': { lifeMs: CACHE.analyticsMs, maxLength: 50_000 },
  'chart-data': { lifeMs: CACHE.chartMs, maxLength: 80_000 },
  'connection-state': { lifeMs: CACHE.connectionMs, maxLength: 1_000 },
  preferences: { lifeMs: CACHE.preferencesMs, maxLength: CACHE.preferencesLength },
  'last-update': { lifeMs: CACHE.connectionMs, maxLength: 1_000 },
  'strategy-drafts': { lifeMs: CACHE.draftsMs, maxLength: 200_000 },
}

/** Incremented when the format changes: older entries are then dropped. */
const VERSION = 2
const headerSchema = z.object({ version: z.literal(VERSION), user: z.string(), cachedAt: z.number() })

/** Cache of one user in local storage. Expired, unreadable and other users' entries are removed. */
export interface Cache {
  /** Call at sign-in: sets the user and removes other users' entries. */
  open(user: string): void
  readonly read: (key: CacheKey) => CacheEntry | undefined
  /** Ignored if the text is too long or no user is signed in. */
  readonly write: (key: CacheKey, text: string) => void
  /** Removes expired and unreadable entries. */
  readonly removeExpired: () => void
  /** Call at the end of the session: removes all data, and what the user made, preferences and drafts, if asked to. */
  clear(own: 'keep' | 'remove'): void
}

const storageKeyOf = (key: CacheKey): string => `pairbot.cache.${key}`

/** Header and text of a stored entry; undefined if it is invalid. */
function parseEntry(stored: string) {
  const end = stored.indexOf('\n')
  const header = headerSchema.safeParse(parseJson(stored.slice(0, Math.max(0, end))))
  return header.success ? { ...header.data, text: stored.slice(end + 1) } : undefined
}

export function createCache(storage: SafeStorage, now: () => number): Cache {
  let owner: string | undefined

  function read(key: CacheKey): CacheEntry | undefined {
    const stored = storage.get(storageKeyOf(key))
    if (stored === undefined) return undefined
    const found = parseEntry(stored)
    const expiresAt = (found?.cachedAt ?? 0) + LIMITS[key].lifeMs
    // A time in the future means that the clock was set back: the age is unknown.
    const isAlive = found !== undefined && found.cachedAt <= now() && now() < expiresAt
    if (isAlive && found.user === owner) return { text: found.text, cachedAt: found.cachedAt, expiresAt }
    storage.remove(storageKeyOf(key))
    return undefined
  }

  const removeExpired = () => CACHE_KEYS.forEach(read)

  return {
    open(user) {
      owner = user
      removeExpired()
    },
    read,
    write(key, text) {
      if (owner === undefined || text.length > LIMITS[key].maxLength) return
      const header: z.infer<typeof headerSchema> = { version: VERSION, user: owner, cachedAt: now() }
      storage.set(storageKeyOf(key), `${JSON.stringify(header)}\n${text}`)
    },
    removeExpired,
    clear(own) {
      owner = undefined
      for (const key of CACHE_KEYS) if (!OWN_KEYS.has(key) || own === 'remove') storage.remove(storageKeyOf(key))
    },
  }
}
