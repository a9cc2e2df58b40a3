import { describe, expect, it } from 'vitest'
import { API_SCOPES } from '#contract/api-tokens.ts'
import type { RoutePolicy } from '#contract/endpoints/endpoint.ts'
import * as CANDLE_IMPORTS from '#contract/endpoints/candle-imports.ts'
import * as MODELS from '#contract/endpoints/models.ts'
import * as ACCOUNT from '#contract/endpoints/account.ts'
import * as ADMINISTRATION from '#contract/endpoints/administration.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import { DEFAULT_BASES, SOCKET_PATHS } from '#contract/paths.ts'
import { POLICY, SOCKET_POLICY, withOpenModels } from '#server/http/route-policy.ts'

const { identity, tdp, proxy, strategy } = DEFAULT_BASES

const entries = Object.entries(POLICY).map(([key, policy]) => {
  const [method = '', path = ''] = key.split(' ')
  return { key, method, path, policy }
})

/** The value of a field by route, where it has one. */
const valuesOf = (field: keyof RoutePolicy) =>
  Object.fromEntries(entries.flatMap(({ key, policy }) => (policy[field] === undefined ? [] : [[key, policy[field]]])))

/** What a signed-in caller needs, unless listed. */
function usualRole(method: string, path: string): string {
  if (path.startsWith(`${identity}/admin/`)) return 'Admin'
  if (path.startsWith(`${identity}/auth/`) || method === 'GET') return 'Viewer'
  return 'Trader'
}

/** Reading who shares a strategy is part of sharing it. */
const UNUSUAL_ROLES: Readonly<Record<string, string>> = {
  [`GET ${tdp}${CANDLE_IMPORTS.list.path}`]: 'Admin',
  [`POST ${tdp}${CANDLE_IMPORTS.upload.path}`]: 'Admin',
  [`POST ${tdp}${CANDLE_IMPORTS.pause.path}`]: 'Admin',
  [`POST ${tdp}${CANDLE_IMPORTS.resume.path}`]: 'Admin',
  [`POST ${tdp}${CANDLE_IMPORTS.cancel.path}`]: 'Admin',
  [`DELETE ${tdp}${MODELS.model.path}`]: 'Admin',
  [`GET ${strategy}${STRATEGIES.shares.path}`]: 'Trader',
}

/** Routes without an access token: their rate, if any, and what protects their cookie. */
const COOKIE = { rate: 'refresh', sameOriginOnly: true, identifiedByCookie: true } as const
const PUBLIC: Readonly<Record<string, Omit<RoutePolicy, 'access'>>> = {
  'GET /health': { rate: 'none' },
  'GET /health/ready': { rate: 'none' },
  'GET /health/live': { rate: 'none' },
  'GET /metrics': { rate: 'none' },
  'GET /config.json': { rate: 'none' },
  'GET /widget/comparison': { rate: 'none' },
  'POST /api/reports': { rate: 'report' },
  'GET /api/openapi.json': { rate: 'report' },
  'GET /api/asyncapi.json': { rate: 'report' },
  'GET /api/docs': { rate: 'report' },
  [`POST ${identity}${AUTH.login.path}`]: { rate: 'sign-in', sameOriginOnly: true },
  [`POST ${identity}${AUTH.passkeyChallenge.path}`]: { rate: 'sign-in', sameOriginOnly: true },
  [`POST ${identity}${AUTH.loginFactor.path}`]: { rate: 'sign-in', sameOriginOnly: true },
  [`POST ${identity}${AUTH.refresh.path}`]: COOKIE,
  [`POST ${identity}${AUTH.logout.path}`]: COOKIE,
  [`GET ${identity}${ACCOUNT.validateInvitation.path}`]: { rate: 'invitation' },
  [`POST ${identity}${ACCOUNT.forgottenPassword.path}`]: { rate: 'invitation', sameOriginOnly: true },
  [`POST ${identity}${ACCOUNT.resetPassword.path}`]: { rate: 'invitation', sameOriginOnly: true },
  [`POST ${identity}${ACCOUNT.register.path}`]: { rate: 'invitation', sameOriginOnly: true },
}

describe('the real table', () => {
  it('[HT-2] lets strangers reach what starts the client, signs in or operates the server, and nothing else', () => {
    const open = entries.filter(({ policy }) => policy.access === 'public')
    const policies = open.map(({ key, policy: { access, rate, sameOriginOnly, identifiedByCookie } }) => [
      key,
      { access, rate, sameOriginOnly, identifiedByCookie },
    ])
    expect(Object.fromEntries(policies)).toEqual(
      Object.fromEntries(Object.entries(PUBLIC).map(([key, policy]) => [key, { access: 'public', ...policy }])),
    )
  })

  it('[HT-2] requires a Viewer to read, a Trader to change strategies and models, an Admin to import candles, to delete a model and below /admin', () => {
    const closed = entries.filter(({ key }) => !(key in PUBLIC))
    expect(Object.fromEntries(closed.map(({ key, policy }) => [key, policy.access]))).toEqual(
      Object.fromEntries(closed.map(({ key, method, path }) => [key, UNUSUAL_ROLES[key] ?? usualRole(method, path)])),
    )
    for (const base of [identity, tdp, proxy, strategy])
      expect(closed.some(({ path }) => path.startsWith(`${base}/`))).toBe(true)
  })

  it('[TK-4] lets API tokens read and change with a scope each, and never reach accounts, shares or the admin area, but for whom they belong to', () => {
    const bases: Readonly<Record<string, readonly string[]>> = {
      [tdp]: ['market', 'models'],
      [proxy]: ['streams'],
      [strategy]: ['strategies', 'paper'],
    }
    for (const { key, method, path, policy } of entries) {
      const base = Object.keys(bases).find((each) => path.startsWith(`${each}/`))
      // Whom a token belongs to is told to each.
      if (policy.scope === 'any') {
        expect(key).toBe(`GET ${identity}${AUTH.me.path}`)
        continue
      }
      const isClosed = base === undefined || policy.access === 'Admin' || path.includes('/shares')
      const [area = '', verb] = policy.scope?.split(':') ?? []
      const given = isClosed ? undefined : method === 'GET' ? 'read' : 'write'
      expect([key, verb]).toEqual([key, given])
      if (base !== undefined && !isClosed) expect([key, bases[base]]).toEqual([key, expect.arrayContaining([area])])
    }
    expect(
      new Set(entries.flatMap(({ policy: { scope } }) => (scope === undefined || scope === 'any' ? [] : scope))),
    ).toEqual(new Set(API_SCOPES))
    expect(Object.keys(SOCKET_POLICY)).toEqual(Object.values(SOCKET_PATHS))
  })

  it('[HT-6] slows down what guesses a password or finds out an e-mail address as much as signing in', () => {
    const closed = Object.entries(valuesOf('rate')).filter(([key]) => !(key in PUBLIC))
    expect(Object.fromEntries(closed)).toEqual({
      [`PATCH ${identity}${AUTH.me.path}`]: 'sign-in',
      [`POST ${identity}${ACCOUNT.changePassword.path}`]: 'sign-in',
      [`POST ${identity}${ACCOUNT.confirmTotp.path}`]: 'sign-in',
      [`POST ${identity}${ACCOUNT.prove.path}`]: 'sign-in',
      [`POST ${strategy}${STRATEGIES.share.path}`]: 'sign-in',
    })
  })

  it('[ID-85] asks for a recent proof of what a taken session must not do alone, and of nothing else', () => {
    expect(Object.keys(valuesOf('recentProof')).toSorted()).toEqual(
      [
        `POST ${identity}${ACCOUNT.setUpTotp.path}`,
        `POST ${identity}${ACCOUNT.confirmTotp.path}`,
        `DELETE ${identity}${ACCOUNT.setUpTotp.path}`,
        `POST ${identity}${ACCOUNT.renewRecoveryCodes.path}`,
        `POST ${identity}${ACCOUNT.setUpPasskey.path}`,
        `POST ${identity}${ACCOUNT.addPasskey.path}`,
        `PATCH ${identity}${ACCOUNT.removePasskey.path}`,
        `DELETE ${identity}${ACCOUNT.removePasskey.path}`,
        `POST ${identity}${ACCOUNT.apiTokens.path}`,
        `DELETE ${identity}${ACCOUNT.endSession.path}`,
        `DELETE ${identity}${ACCOUNT.sessions.path}`,
        `PATCH ${identity}${ADMINISTRATION.setRole.path}`,
        `PATCH ${identity}${ADMINISTRATION.setStatus.path}`,
        `DELETE ${identity}${ADMINISTRATION.user.path}`,
        `DELETE ${identity}${ADMINISTRATION.userSessions.path}`,
        `DELETE ${identity}${ADMINISTRATION.endSession.path}`,
        `POST ${identity}${ADMINISTRATION.createResetLink.path}`,
        `DELETE ${identity}${ADMINISTRATION.resetFactors.path}`,
        `POST ${identity}${ADMINISTRATION.invitations.path}`,
      ].toSorted(),
    )
  })

  it('[HT-23] gives uploads alone 15 minutes for their body', () => {
    expect(valuesOf('bodyMs')).toEqual({
      [`POST ${tdp}${CANDLE_IMPORTS.upload.path}`]: 15 * 60_000,
      [`POST ${tdp}${MODELS.upload.path}`]: 15 * 60_000,
    })
    expect(Object.keys(valuesOf('bodyBytes')).toSorted()).toEqual(
      ['POST /api/reports', ...Object.keys(valuesOf('bodyMs'))].toSorted(),
    )
  })

  it('[ML-6] with PAIRBOT_MODELS=everyone a Viewer may do everything with models, and nothing else', () => {
    const changed = Object.entries(withOpenModels(POLICY)).filter(([key, policy]) => policy !== POLICY[key])
    expect(changed.map(([key]) => key).toSorted()).toEqual(
      entries.flatMap(({ key, path }) => (path.startsWith(`${tdp}${MODELS.all.path}`) ? [key] : [])).toSorted(),
    )
    expect(new Set(changed.map(([, { access }]) => access))).toEqual(new Set(['Viewer']))
    const upload = `POST ${tdp}${MODELS.upload.path}`
    expect(withOpenModels(POLICY)[upload]).toEqual({ ...POLICY[upload], access: 'Viewer' })
    expect(Object.keys(withOpenModels(POLICY))).toHaveLength(entries.length)
  })
})
