import { describe, expect, it } from 'vitest'
import { KEYS, safeStorage } from '#src/transport/storage.ts'
import { createTokenStore } from '#src/transport/token-store.ts'

const NOW = 1_000_000
const OWNER = { sessionId: 'a1', remembered: true }
const GRANT = { token: 'abc.def-_~+/ghi=', lifeS: 900 }
const HELD = { expiresAt: NOW + 900_000, sessionId: 'a1', remembered: true }

function openVault(
  items = new Map<string, string>(),
  faults: { set?: boolean; remove?: boolean; access?: boolean } = {},
) {
  const refuse = (): never => {
    throw new DOMException('refused', 'QuotaExceededError')
  }
  const kept = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void (faults.set ? refuse() : items.set(key, value)),
    removeItem: (key: string) => void (faults.remove ? refuse() : items.delete(key)),
  }
  const open = () => (faults.access ? refuse() : kept)
  return { items, faults, vault: createTokenStore(safeStorage(open), () => NOW) }
}
const stored = (changes: Record<string, string> = {}) =>
  new Map(
    Object.entries({
      [KEYS.token]: GRANT.token,
      [KEYS.expiry]: String(HELD.expiresAt),
      [KEYS.session]: '{"id":"a1","remembered":true}',
      'pairbot.theme': 'light',
      ...changes,
    }),
  )

describe('the token store', () => {
  it('[SE-21] stores token, expiry and owner under its three keys, and reads them back', () => {
    const { items, vault } = openVault()
    expect(vault.save(GRANT, OWNER)).toEqual(HELD)
    expect(Object.fromEntries(items)).toEqual({
      'pairbot.access_token': GRANT.token,
      'pairbot.access_expires': '1900000',
      'pairbot.session': '{"id":"a1","remembered":true}',
    })
    expect([vault.token(), vault.info()]).toEqual([GRANT.token, HELD])
  })

  it('[SE-6] knows an expired token but never returns it', () => {
    const { vault } = openVault(stored({ [KEYS.expiry]: String(NOW) }))
    expect(vault.info()).toEqual({ ...HELD, expiresAt: NOW })
    expect(vault.token()).toBeUndefined()
  })

  it('CS-11 [SE-21] limits an expiry to safe integers', () => {
    const { vault } = openVault()
    expect(vault.save({ ...GRANT, lifeS: 1e300 }, OWNER).expiresAt).toBe(Number.MAX_SAFE_INTEGER)
    expect(vault.info()?.expiresAt).toBe(Number.MAX_SAFE_INTEGER)
  })

  it.each([
    ['', undefined],
    ['{', undefined],
    ['null', undefined],
    ['[]', undefined],
    ['x'.repeat(1_000_000), undefined],
  ])('ST-04 [SE-21] a corrupt token %.9j is dropped, and the rest of storage stays', (noise) => {
    const { items, vault } = openVault(stored({ [KEYS.token]: noise }))
    expect([vault.token(), vault.info()]).toEqual([undefined, undefined])
    expect(items.has(KEYS.token)).toBe(false)
    expect(items.get('pairbot.theme')).toBe('light')
  })

  it.each(['', '{', 'null', '[]', '-5', 'NaN', '1e999', 'x'.repeat(1_000_000)])(
    'ST-04 [SE-21] a corrupt expiry %.9j means no token, and is dropped',
    (noise) => {
      const { items, vault } = openVault(stored({ [KEYS.expiry]: noise }))
      expect([vault.token(), vault.info()]).toEqual([undefined, undefined])
      expect(items.has(KEYS.expiry)).toBe(false)
    },
  )

  it.each(['', '{', 'null', '[]', '{"id":5}', 'x'.repeat(1_000_000)])(
    'ST-04 [SE-21] a corrupt owner %.9j is dropped and counts as unknown and not remembered',
    (noise) => {
      const { items, vault } = openVault(stored({ [KEYS.session]: noise }))
      expect(vault.info()).toEqual({ expiresAt: HELD.expiresAt, sessionId: 'unknown', remembered: false })
      expect(vault.token()).toBe(GRANT.token)
      expect(items.has(KEYS.session)).toBe(false)
    },
  )

  it('ST-03 [SE-21] falls back to memory if accessing storage throws', () => {
    const { vault } = openVault(new Map(), { access: true })
    expect(vault.info()).toBeUndefined()
    vault.save(GRANT, OWNER)
    expect([vault.token(), vault.info()]).toEqual([GRANT.token, HELD])
    vault.clear('a1')
    expect([vault.token(), vault.info()]).toEqual([undefined, undefined])
  })

  it('[SE-21] holds new items in memory if storage is full', () => {
    const { items, faults, vault } = openVault(stored())
    faults.set = true
    vault.save({ token: 'newer', lifeS: 60 }, { sessionId: 'b2', remembered: false })
    expect(vault.token()).toBe('newer')
    expect(vault.info()).toEqual({ expiresAt: NOW + 60_000, sessionId: 'b2', remembered: false })
    expect(items.get(KEYS.token)).toBe(GRANT.token)
  })

  it('ST-09 [SE-21] overwrites a token that cannot be removed, so that it is gone for this tab and the next', () => {
    const { items, vault } = openVault(stored(), { remove: true })
    vault.clear('a1')
    expect([vault.token(), vault.info()]).toEqual([undefined, undefined])
    expect(items.get(KEYS.token)).toBe('')
    expect(openVault(items, { remove: true }).vault.token()).toBeUndefined()
  })

  it('[SE-18] clears only its own session, and tokens without an owner', () => {
    const { items, vault } = openVault(stored())
    vault.clear('another')
    expect(vault.info()).toEqual(HELD)
    vault.clear('a1')
    expect([...items.keys()]).toEqual(['pairbot.theme'])

    const broken = openVault(stored({ [KEYS.token]: '{' }))
    broken.vault.clear(undefined)
    expect([...broken.items.keys()]).toEqual(['pairbot.theme'])
  })
})
