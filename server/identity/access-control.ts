import type { Database } from '#server/database/database.ts'
import type { AccessControl, AuthResult } from '#server/http/access.ts'
import { hasFactor } from './factors/enrolled.ts'
import type { AccessTokens } from './access-tokens.ts'
import { isApiToken, createApiTokenVerifier } from './api-tokens/api-tokens.ts'
import { principalOfSession, type SessionProof } from './sessions.ts'
import type { SocketTickets } from './socket-tickets.ts'
import type { UnstoredSessions } from './unstored-sessions.ts'
import { SOCKET_POLICY } from '#server/http/route-policy.ts'

type Rejected = Extract<AuthResult, { ok: false }>
const rejected = (refusal: Rejected['refusal']): Rejected => ({ ok: false, refusal })

export interface AccessControlDeps {
  readonly database: Database
  readonly tokens: AccessTokens
  readonly tickets: Pick<SocketTickets, 'redeem'>
  readonly unstored: UnstoredSessions
  /** Whether Admins need a second factor. */
  readonly adminsNeedFactor: boolean
  readonly now: () => number
}

/** Access tokens and tickets identify a session, API tokens themselves; state, account and role are read each time. */
export function createAccessControl(deps: AccessControlDeps): AccessControl {
  const { database, tokens, tickets, unstored, now } = deps
  const verifyApiToken = createApiTokenVerifier({ database, now })
  const verifySession = async (proof: SessionProof, expiresAt: number, userId?: string): Promise<AuthResult> => {
    const principal = await principalOfSession(database, unstored, proof, now())
    if (typeof principal === 'string') return rejected(principal)
    if ('roleNow' in principal) return { ...rejected('session-ended'), role: principal.roleNow }
    if (userId !== undefined && principal.userId !== userId) return rejected('invalid')
    const lacksFactor =
      deps.adminsNeedFactor && principal.role === 'Admin' && !(await hasFactor(database.db, principal.userId))
    return { ok: true, principal: lacksFactor ? { ...principal, lacksFactor } : principal, expiresAt }
  }
  const verify = async (token: string | undefined): Promise<AuthResult> => {
    if (!token) return rejected('missing')
    if (isApiToken(token)) return verifyApiToken(token)
    const claims = await tokens.verify(token)
    return typeof claims === 'string' ? rejected(claims) : verifySession(claims, claims.expiresAt, claims.userId)
  }
  return {
    verify,
    async verifySocket(token, request) {
      if (token && isApiToken(token)) {
        const result = await verifyApiToken(token)
        const scope = SOCKET_POLICY[request.path]?.scope
        return result.ok && !result.principal.scopes?.some((each) => each === scope) ? rejected('scope') : result
      }
      // JWTs contain dots, tickets never do.
      if (!token || token.includes('.')) return verify(token)
      const redeemed = await tickets.redeem(token, request, now())
      return typeof redeemed === 'string' ? rejected(redeemed) : verifySession(redeemed, redeemed.accessUntil)
    },
  }
}
