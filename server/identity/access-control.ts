import type { Database } from '#server/database/database.ts'
import type { AccessControl, AuthResult } from '#server/http/access.ts'
import type { AccessTokens } from './access-tokens.ts'
import { principalOfSession } from './sessions.ts'
import { redeemTicket } from './socket-tickets.ts'

const refused = (refusal: Extract<AuthResult, { ok: false }>['refusal']): AuthResult => ({ ok: false, refusal })

/** Tokens say which session; the database says, each time, whether it lives and for whom it speaks. */
export function createAccessControl(database: Database, tokens: AccessTokens, now: () => number): AccessControl {
  const verifySession = async (sessionId: string, expiresAt: number, userId?: string): Promise<AuthResult> => {
    const principal = await principalOfSession(database.db, sessionId, now())
    if (typeof principal === 'string') return refused(principal)
    if (userId !== undefined && principal.userId !== userId) return refused('invalid')
    return { ok: true, principal, expiresAt }
  }
  const verify = async (token: string | undefined): Promise<AuthResult> => {
    if (!token) return refused('missing')
    const claims = await tokens.verify(token)
    return typeof claims === 'string'
      ? refused(claims)
      : verifySession(claims.sessionId, claims.expiresAt, claims.userId)
  }
  return {
    verify,
    async verifySocket(token, request) {
      // Signed tokens have three parts; tickets have no dots.
      if (!token || token.includes('.')) return verify(token)
      const redeemed = await redeemTicket(database.db, token, request, now())
      return typeof redeemed === 'string' ? refused(redeemed) : verifySession(redeemed.sessionId, redeemed.accessUntil)
    },
  }
}
