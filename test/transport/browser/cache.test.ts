import { describe, expect, it } from 'vitest'
import { createCache, type CacheKey } from '#src/transport/browser/cache.ts'
import { safeStorage } from '#src/transport/browser/storage.ts'

const MINUTE = 60_000
const KEY = 'pairbot.cache.stream-data'

function harness() {
  const cached = new Map<string, string>()
  let at = 1_000
  const storage = safeStorage(() => ({
    getItem: (key) => cached.get(key) ?? null,
    setItem: (key, value) => void cached.set(key, value),
    removeItem: (key) => void cached.delete(key),
  }))
  const open = (user?: string) => {
    const cache = createCache(storage, () => at)
    if (user !== undefined) cache.open(user)
    return cache
  }
  return { cached, open, pass: (ms: number) => void (at += ms) }
}

describe('[TR-8] the cache', () => {
  it('returns stored entries with their expiry', () => {
    const { open } = harness()
    open('a').write('stream-data', 'text\nof two lines')
    expect(open('a').read('stream-data')).toEqual({
      text: 'text\nof two lines',
      cachedAt: 1_000,
      expiresAt: 1_000 + 10 * MINUTE,
    })
  })

  it.each<[CacheKey, number]>([
    ['stream-data', 10 * MINUTE],
    ['analytics-summary', 15 * MINUTE],
    ['analytics-data', 15 * MINUTE],
    ['chart-data', 5 * MINUTE],
    ['connection-state', 10 * MINUTE],
    ['last-update', 10 * MINUTE],
    ['preferences', 7 * 24 * 60 * MINUTE],
  ])('ST-06 %s expires after %i ms', (item, life) => {
    const { open, pass, cached } = harness()
    const cache = open('a')
    cache.write(item, 'x')
    pass(life - 1)
    cache.removeExpired()
    expect(cache.read(item)?.text).toBe('x')
    pass(1)
    cache.removeExpired()
    expect(cached.size).toBe(0)
  })

  it("ST-07 hides other users' entries and removes them at sign-in", () => {
    const { open, cached } = harness()
    open('a').write('stream-data', 'x')
    const cache = open('b')
    expect([cache.read('stream-data'), cached.size]).toEqual([undefined, 0])
  })

  it.each([
    '',
    '{',
    'null',
    '[]',
    '\n',
    '{}\nx',
    'noise'.repeat(200_000),
    '{"version":0,"user":"a","cachedAt":1}\nx',
    '{"version":1,"user":"a","cachedAt":9999}\nx',
  ])('ST-04 drops %.40j and keeps the other items', (stored) => {
    const { open, cached } = harness()
    open('a').write('chart-data', 'x')
    cached.set(KEY, stored)
    const cache = open('a')
    expect([cache.read('stream-data'), cached.has(KEY), cache.read('chart-data')?.text]).toEqual([
      undefined,
      false,
      'x',
    ])
  })

  it('ST-12 stores nothing that is too long or without a user', () => {
    const { open, cached } = harness()
    open('a').write('stream-data', 'x'.repeat(400_000))
    open().write('stream-data', 'x')
    expect(cached.size).toBe(0)
  })

  it.each([
    ['remove', []],
    ['keep', ['pairbot.cache.preferences']],
  ] as const)('ST-07 leaves nothing of the data when the session ends, with preferences %s', (preferences, left) => {
    const { open, cached } = harness()
    const cache = open('a')
    for (const item of ['stream-data', 'analytics-data', 'chart-data', 'preferences', 'last-update'] as const)
      cache.write(item, 'x')
    cache.clear(preferences)
    cache.write('stream-data', 'late')
    expect([...cached.keys()]).toEqual(left)
  })
})
