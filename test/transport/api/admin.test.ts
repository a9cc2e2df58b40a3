import { describe, expect, it } from 'vitest'
import { createAdminApi } from '#src/transport/api/admin.ts'
import { createCall } from '#src/transport/http/http.ts'
import { json } from '#test/support/client/identity-service.ts'

type Api = ReturnType<typeof createAdminApi>
const HOURS = { hours: 24 } as const

/** Every call of the admin API. */
const CALLS: Record<keyof Api, (api: Api) => Promise<unknown>> = {
  users: (api) => api.users({ page: 1, pageSize: 20 }),
  user: (api) => api.user('u'),
  setRole: (api) => api.setRole('u', 'Admin'),
  setActive: (api) => api.setActive('u', false),
  deleteUser: (api) => api.deleteUser('u', undefined),
  invitations: (api) => api.invitations({}),
  invite: (api) => api.invite({ email: 'a@b.c', role: 'Trader' }),
  revokeInvitation: (api) => api.revokeInvitation('c'),
  sessions: (api) => api.sessions({}),
  userSessions: (api) => api.userSessions('u'),
  revokeSession: (api) => api.revokeSession('s'),
  forceLogout: (api) => api.forceLogout('u'),
  cleanUpSessions: (api) => api.cleanUpSessions(),
  attempts: (api) => api.attempts(HOURS),
  audit: (api) => api.audit(HOURS),
  alerts: (api) => api.alerts(null),
  resolveAlert: (api) => api.resolveAlert('a'),
}

describe.each(Object.entries(CALLS))('[AS-5] HA-44 a failing %s', (_name, ask) => {
  it.each([
    ['without an error', { success: false }],
    ['with an empty error', { success: false, error: '' }],
    ['with a blank error', { success: false, error: ' ' }],
    ['with null for an error', { success: false, error: null }],
    ['with nothing', undefined],
  ])('reports %s as failed', async (_how, body) => {
    const api = createAdminApi(createCall(() => Promise.resolve(json(200, body)), ''))
    expect(await ask(api)).toEqual({ ok: false, error: 'Request failed' })
  })
})
