import { randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { SESSION } from '#contract/limits.ts'
import { roleSchema, type Role } from '#contract/roles.ts'
import type { SigningKey } from './signing-keys.ts'

const ALGORITHM = 'HS256'
const TYPE = 'at+jwt'
const ISSUER = 'pairbot'
const AUDIENCE = 'pairbot-services'

/** Claims of an access token. The role is informational: the server reads the current one from the database. */
export interface Claims {
  readonly userId: string
  readonly sessionId: string
  readonly role: Role
}

const claimsSchema = z.object({
  sub: z.uuid(),
  sid: z.uuid(),
  jti: z.string(),
  role: roleSchema,
  iat: z.number(),
  exp: z.number(),
})

/** Claims of a token that passed verification. */
export interface VerifiedToken extends Claims {
  /** Unix milliseconds, whole seconds. */
  readonly issuedAt: number
  /** Unix milliseconds from which the token is rejected: `exp` plus the clock tolerance. */
  readonly expiresAt: number
}

export interface AccessTokens {
  /** A signed token and its lifetime in seconds, which never exceeds `sessionEndsAt` (unix ms). */
  issue(claims: Claims, sessionEndsAt: number): Promise<{ readonly token: string; readonly expiresInS: number }>
  verify(token: string): Promise<VerifiedToken | 'invalid' | 'expired'>
}

export interface AccessTokenDeps {
  readonly keys: readonly SigningKey[]
  readonly now: () => number
  /** 0 to 1; adds jitter to token lifetimes, so that clients that signed in together do not refresh together. */
  readonly random: () => number
}

export function createAccessTokens({ keys, now, random }: AccessTokenDeps): AccessTokens {
  const [signing] = keys
  if (!signing) throw new Error('No key to sign access tokens with')
  const secrets = new Map(keys.map(({ kid, secret }) => [kid, secret]))
  return {
    async issue({ userId, sessionId, role }, sessionEndsAt) {
      const nowS = Math.floor(now() / 1000)
      const jitteredLifeS = SESSION.accessLifeS * (1 + SESSION.accessSpreadShare * (2 * random() - 1))
      const expiresInS = Math.max(1, Math.round(Math.min(jitteredLifeS, sessionEndsAt / 1000 - nowS)))
      const token = await new SignJWT({ sid: sessionId, role })
        .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: signing.kid })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(userId)
        .setJti(randomUUID())
        .setIssuedAt(nowS)
        .setExpirationTime(nowS + expiresInS)
        .sign(signing.secret)
      return { token, expiresInS }
    },
    async verify(token) {
      try {
        const { payload } = await jwtVerify(
          token,
          ({ kid }) => {
            const secret = kid === undefined ? undefined : secrets.get(kid)
            if (!secret) throw new errors.JWKSNoMatchingKey()
            return secret
          },
          {
            algorithms: [ALGORITHM],
            typ: TYPE,
            issuer: ISSUER,
            audience: AUDIENCE,
            requiredClaims: ['exp', 'iat', 'jti'],
            clockTolerance: SESSION.clockToleranceS,
            currentDate: new Date(now()),
          },
        )
        const { sub, sid, role, iat, exp } = claimsSchema.parse(payload)
        const expiresAt = (exp + SESSION.clockToleranceS) * 1000
        return { userId: sub, sessionId: sid, role, issuedAt: iat * 1000, expiresAt }
      } catch (error) {
        return error instanceof errors.JWTExpired ? 'expired' : 'invalid'
      }
    },
  }
}
