import * as z from 'zod/mini'
import { parseJson } from '#src/lib/json.ts'
import type { TokenInfo, TokenStore as SessionTokenStore } from '#src/machines/session/ports.ts'
import { KEYS, type SafeStorage } from '../browser/storage.ts'

/** Characters that RFC 6750 allows in a bearer token, and a length that fits a request header. */
const tokenSchema = z.string().check(z.regex(/^(?!null$|undefined$)[\w\-.~+/]+=*$/), z.maxLength(8_192))
const ownerSchema = z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)), remembered: z.boolean() })
const NO_OWNER = { id: 'unknown', remembered: false }

/** The session's token store, with the token itself for those who send it. */
export interface TokenStore extends SessionTokenStore {
  /** The token to send, read anew each time because other tabs change it. Never an expired one. */
  token(): string | undefined
}

/** The access token of this browser: in local storage or, if that is unavailable, in memory. */
export function createTokenStore(storage: SafeStorage, now: () => number): TokenStore {
  const readToken = () => readItem(storage, KEYS.token, (text) => tokenSchema.safeParse(text).data)
  const readExpiry = () =>
    readItem(storage, KEYS.expiry, (text) => (/^\d{1,16}$/.test(text) ? Number(text) : undefined))
  const readOwner = () => readItem(storage, KEYS.session, (text) => ownerSchema.safeParse(parseJson(text)).data)

  const clearAll = () => {
    for (const key of [KEYS.token, KEYS.expiry, KEYS.session]) storage.remove(key)
  }
  const info = (): TokenInfo | undefined => {
    const expiresAt = readExpiry()
    if (readToken() === undefined || expiresAt === undefined) return undefined
    const { id, remembered } = readOwner() ?? NO_OWNER
    return { expiresAt, sessionId: id, remembered }
  }

  return {
    token: () => ((readExpiry() ?? 0) > now() ? readToken() : undefined),
    info,
    save({ token, lifeS }, { sessionId, remembered }) {
      // Rounded, so that the stored value equals the returned one.
      const expiresAt = Math.min(Math.round(now() + lifeS * 1000), Number.MAX_SAFE_INTEGER)
      storage.set(KEYS.session, JSON.stringify({ id: sessionId, remembered }))
      storage.set(KEYS.expiry, String(expiresAt))
      storage.set(KEYS.token, token)
      return { expiresAt, sessionId, remembered }
    },
    clear(sessionId) {
      const stored = info()
      if (stored === undefined || stored.sessionId === sessionId) clearAll()
    },
  }
}

/** An item parsed with `parse`. Invalid items are removed from storage. */
function readItem<T>(storage: SafeStorage, key: string, parse: (text: string) => T | undefined): T | undefined {
  const text = storage.get(key)
  if (text === undefined) return undefined
  const value = parse(text)
  if (value === undefined) storage.remove(key)
  return value
}
