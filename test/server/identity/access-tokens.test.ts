import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { createAccessTokens } from '#server/identity/access-tokens.ts'
import { SIGNING_KEY } from '#test/support/server/identity.ts'

const NOW = 1_700_000_000_000
const NOW_S = NOW / 1000
const USER = '3b241101-e2bb-4255-8caf-4136c566a962'
const SESSION = '7d444840-9dc0-11d1-b245-5ffdce74fad2'
const CLAIMS = { userId: USER, sessionId: SESSION, role: 'Trader' } as const

const tokensAt = (now = NOW, keys = [SIGNING_KEY]) => createAccessTokens({ keys, now: () => now, random: () => 0.5 })

/** A token as the service signs it, with some claims replaced. */
const signed = (claims: object = {}, header: object = {}) =>
  new SignJWT({
    iss: 'pairbot',
    aud: 'pairbot-services',
    sub: USER,
    sid: SESSION,
    jti: 'x',
    role: 'Trader',
    iat: NOW_S,
    exp: NOW_S + 60,
    ...claims,
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: SIGNING_KEY.kid, ...header })
    .sign(SIGNING_KEY.secret)

describe('access tokens by themselves', () => {
  it('[ID-31] have our issuer, audience, type and key, and an id of their own', async () => {
    const [one, other] = [await tokensAt().issue(CLAIMS, 1e15), await tokensAt().issue(CLAIMS, 1e15)]
    expect(decodeProtectedHeader(one.token)).toEqual({ alg: 'HS256', typ: 'at+jwt', kid: 'test' })
    expect(decodeJwt(one.token)).toEqual({
      iss: 'pairbot',
      aud: 'pairbot-services',
      sub: USER,
      sid: SESSION,
      role: 'Trader',
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      iat: NOW_S,
      exp: NOW_S + 900,
    })
    expect(decodeJwt(one.token).jti).not.toBe(decodeJwt(other.token).jti)
  })

  it('[ID-32] never outlive the session, and last a second at least', async () => {
    expect((await tokensAt().issue(CLAIMS, NOW + 100_000)).expiresInS).toBe(100)
    expect((await tokensAt().issue(CLAIMS, NOW - 5_000)).expiresInS).toBe(1)
  })

  it('[ID-32] are accepted until 30 s after their end', async () => {
    const token = await signed()
    const read = { ...CLAIMS, issuedAt: NOW, expiresAt: NOW + 90_000 }
    expect(await tokensAt().verify(token)).toEqual(read)
    expect(await tokensAt(NOW + 89_000).verify(token)).toEqual(read)
    expect(await tokensAt(NOW + 90_000).verify(token)).toBe('expired')
  })

  it.each([
    ['no time of issue', { iat: undefined }],
    ['no id', { jti: undefined }],
    ['no end', { exp: undefined }],
    ['no user', { sub: undefined }],
    ['a user that is no id', { sub: 'ada' }],
    ['a session that is no id', { sid: 'one' }],
    ['an unknown role', { role: 'Root' }],
  ])('[ID-31] AB-33 are refused with %s', async (_, claims) => {
    expect(await tokensAt().verify(await signed(claims))).toBe('invalid')
  })

  it('[ID-31] AB-33 are refused without a key of ours', async () => {
    expect(await tokensAt().verify(await signed({}, { kid: 'other' }))).toBe('invalid')
    expect(await tokensAt().verify(await signed({}, { kid: undefined }))).toBe('invalid')
    expect(await tokensAt().verify(await signed())).toMatchObject({ userId: USER })
  })

  it('[ID-33] cannot be made without a key', () => {
    expect(() => tokensAt(NOW, [])).toThrow('No key to sign access tokens with')
  })
})
