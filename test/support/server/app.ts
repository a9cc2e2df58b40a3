import type { FastifyInstance } from 'fastify'
import { API_SCOPES } from '#contract/api-tokens.ts'
import type { AccessControl, AuthResult } from '#server/http/access.ts'
import { createApp, type AppDeps } from '#server/http/app.ts'

/**
 * Accepts the tokens `Viewer`, `Trader` and `Admin` as users of that role, and `Viewer+market:read` as an API token with that
 * scope; other tokens name their rejection.
 */
export const rolesAsTokens: AccessControl = {
  async verify(token) {
    return authResultFor(token)
  },
  async verifySocket(token) {
    return authResultFor(token)
  },
}

function authResultFor(token: string | undefined): AuthResult {
  const [role, ...names] = token?.split('+') ?? []
  const scopes = API_SCOPES.filter((scope) => names.includes(scope))
  if (scopes.length > 0) {
    const result = authResultFor(role)
    return result.ok ? { ...result, principal: { ...result.principal, sessionId: `t-${token}`, scopes } } : result
  }
  switch (token) {
    case 'Viewer':
    case 'Trader':
    case 'Admin':
      return {
        ok: true,
        principal: { userId: `u-${token}`, sessionId: `s-${token}`, email: `${token}@test`, role: token },
      }
    case 'expired':
    case 'session-ended':
    case 'account-inactive':
      return { ok: false, refusal: token }
    case undefined:
      return { ok: false, refusal: 'missing' }
    default:
      return { ok: false, refusal: 'invalid' }
  }
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** An application that takes role names as tokens. */
export const testApp = (deps: Partial<AppDeps> = {}): Promise<FastifyInstance> =>
  createApp({ access: rolesAsTokens, ...deps })
