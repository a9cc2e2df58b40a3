import { describe, expect, it } from 'vitest'
import { KEYS, safeStorage } from '#src/transport/browser/storage.ts'
import { createTokenStore } from '#src/transport/session/token-store.ts'

const NOW = 1_000_000
const OWNER = { sessionId: 'a1', remembered: true }
const GRANT = { token: 'abc.def-_~+/ghi=', lifeS: 900 }
const STORED = { expiresAt: NOW + 900_000, sessionId: 'a1', remembered: true }

function openStore(
  items = new Map<string, string>(),
  faults: { set?: boolean; remove?: boolean; access?: boolean } = {},
) {
  const refuse = (): never => {
    throw new DOMException('refused', 'QuotaExceededError')
  }
  const cached = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void (faults.set ? refuse() : items.set(key, value)),
    removeItem: (key: string) => void (faults.remove ? refuse() : items.delete(key)),
  }
  const open = () => (faults.access ? refuse() : cached)
  return { items, faults, store: createTokenStore(safeStorage(open), () => NOW) }
}
const stored = (changes: Record<string, string> = {}) =>
  new Map(
    Object.entries({
      [KEYS.token]: GRANT.token,
      [KEYS.expiry]: String(STORED.expiresAt),
      [KEYS.session]: '{"id":"a1","remembered":true}',
      'pairbot.theme': 'light',
      ...changes,
    }),
  )

describe('the token store', () => {
  it('[SE-21] stores token, expiry and owner under its three keys, and reads them back', () => {
    const { items, store } = openStore()
    expect(store.save(GRANT, OWNER)).toEqual(STORED)
    expect(Object.fromEntries(items)).toEqual({
      'pairbot.access_token': GRANT.token,
      'pairbot.access_expires': '1900000',
      'pairbot.session': '{"id":"a1","remembered":true}',
    })
    expect([store.token(), store.info()]).toEqual([GRANT.token, STORED])
  })

  it('[SE-6] knows an expired token but never returns it', () => {
    const { store } = openStore(stored({ [KEYS.expiry]: String(NOW) }))
    expect(store.info()).toEqual({ ...STORED, expiresAt: NOW })
    expect(store.token()).toBeUndefined()
  })

  it('CS-11 [SE-21] limits an expiry to safe integers', () => {
    const { store } = openStore()
    expect(store.save({ ...GRANT, lifeS: 1e300 }, OWNER).expiresAt).toBe(Number.MAX_SAFE_INTEGER)
    expect(store.info()?.expiresAt).toBe(Number.MAX_SAFE_INTEGER)
  })

  it.each([
    ['', undefined],
    ['{', undefined],
    ['null', undefined],
    ['[]', undefined],
    ['x'.repeat(1_000_000), undefined],
  ])('ST-04 [SE-21] a corrupt token %.9j is dropped, and the rest of storage stays', (noise) => {
    const { items, store } = openStore(stored({ [KEYS.token]: noise }))
    expect([store.token(), store.info()]).toEqual([undefined, undefined])
    expect(items.has(KEYS.token)).toBe(false)
    expect(items.get('pairbot.theme')).toBe('light')
  })

  it.each(['', '{', 'null', '[]', '-5', 'NaN', '1e999', 'x'.repeat(1_000_000)])(
    'ST-04 [SE-21] a corrupt expiry %.9j means no token, and is dropped',
    (noise) => {
      const { items, store } = openStore(stored({ [KEYS.expiry]: noise }))
      expect([store.token(), store.info()]).toEqual([undefined, undefined])
      expect(items.has(KEYS.expiry)).toBe(false)
    },
  )

  it.each(['', '{', 'null', '[]', '{"id":5}', 'x'.repeat(1_000_000)])(
    'ST-04 [SE-21] a corrupt owner %.9j is dropped and counts as unknown and not remembered',
    (noise) => {
      const { items, store } = openStore(stored({ [KEYS.session]: noise }))
      expect(store.info()).toEqual({ expiresAt: STORED.expiresAt, sessionId: 'unknown', remembered: false })
      expect(store.token()).toBe(GRANT.token)
      expect(items.has(KEYS.session)).toBe(false)
    },
  )

  it('ST-03 [SE-21] falls back to memory if accessing storage throws', () => {
    const { store } = openStore(new Map(), { access: true })
    expect(store.info()).toBeUndefined()
    store.save(GRANT, OWNER)
    expect([store.token(), store.info()]).toEqual([GRANT.token, STORED])
    store.clear('a1')
    expect([store.token(), store.info()]).toEqual([undefined, undefined])
  })

  it('[SE-21] holds new items in memory if storage is full', () => {
    const { items, faults, store } = openStore(stored())
    faults.set = true
    store.save({ token: 'newer', lifeS: 60 }, { sessionId: 'b2', remembered: false })
    expect(store.token()).toBe('newer')
    expect(store.info()).toEqual({ expiresAt: NOW + 60_000, sessionId: 'b2', remembered: false })
    expect(items.get(KEYS.token)).toBe(GRANT.token)
  })

  it('ST-09 [SE-21] overwrites a token that cannot be removed, so that it is gone for this tab and the next', () => {
    const { items, store } = openStore(stored(), { remove: true })
    store.clear('a1')
    expect([store.token(), store.info()]).toEqual([undefined, undefined])
    expect(items.get(KEYS.token)).toBe('')
    expect(openStore(items, { remove: true }).store.token()).toBeUndefined()
  })

  it('[SE-18] clears only its own session, and tokens without an owner', () => {
    const { items, store } = openStore(stored())
    store.clear('another')
    expect(store.info()).toEqual(STORED)
    store.clear('a1')
    expect([...items.keys()]).toEqual(['pairbot.theme'])

    const broken = openStore(stored({ [KEYS.token]: '{' }))
    broken.store.clear(undefined)
    expect([...broken.items.keys()]).toEqual(['pairbot.theme'])
  })
})
