import { describe, expect, it } from 'vitest'
import { createAdminApi } from '#src/transport/api/admin.ts'
import { createCall } from '#src/transport/http/http.ts'
import { json } from '#test/support/client/identity-service.ts'

type Api = ReturnType<typeof createAdminApi>
const HOURS = { hours_back: 24 } as const

/** Every call of the admin API that answers in JSON. */
const CALLS: Record<Exclude<keyof Api, 'exportList'>, (api: Api) => Promise<unknown>> = {
  overview: (api) => api.overview(null),
  users: (api) => api.users({ page: 1, page_size: 20 }),
  user: (api) => api.user('u'),
  setRole: (api) => api.setRole('u', 'Admin'),
  setActive: (api) => api.setActive('u', false),
  resetFactors: (api) => api.resetFactors('u'),
  deleteUser: (api) => api.deleteUser('u', undefined),
  invitations: (api) => api.invitations({}),
  invite: (api) => api.invite({ email: 'a@b.c', role: 'Trader' }),
  revokeInvitation: (api) => api.revokeInvitation('c'),
  resendInvitation: (api) => api.resendInvitation('c'),
  sessions: (api) => api.sessions({}),
  userSessions: (api) => api.userSessions('u'),
  revokeSession: (api) => api.revokeSession('s'),
  createResetLink: (api) => api.createResetLink('u1'),
  forceLogout: (api) => api.forceLogout('u'),
  cleanUpSessions: (api) => api.cleanUpSessions(),
  attempts: (api) => api.attempts(HOURS),
  audit: (api) => api.audit(HOURS),
  alerts: (api) => api.alerts({}),
  resolveAlert: (api) => api.resolveAlert('a'),
}

describe('the export of a list', () => {
  const exported = (response: Response) => {
    const addresses: string[] = []
    const api = createAdminApi(
      createCall((address) => {
        addresses.push(address)
        return Promise.resolve(response)
      }, ''),
    )
    return { api, addresses }
  }

  it('[AS-70] asks for what the list is filtered by, and returns the file as it is', async () => {
    const { api, addresses } = exported(new Response('id,email\r\n1,"a@b.c"\r\n'))
    expect(await api.exportList('audit', { email: 'eve', hours_back: 72 }, 'csv')).toEqual({
      ok: true,
      value: 'id,email\r\n1,"a@b.c"\r\n',
    })
    expect(addresses).toEqual(['/admin/audit-log/export?email=eve&hours_back=72&format=csv'])
  })

  it('[AS-5] reports the message of a refusal', async () => {
    const { api } = exported(json(409, { success: false, error: 'Not now' }))
    expect(await api.exportList('users', {}, 'json')).toEqual({ ok: false, error: 'Not now' })
  })
})

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
