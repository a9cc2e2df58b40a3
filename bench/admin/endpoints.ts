import type { InjectOptions, LightMyRequestResponse } from 'fastify'

/** A call as an administrator, below the identity base. */
export type Call = (
  method: NonNullable<InjectOptions['method']>,
  path: string,
  payload?: object,
) => Promise<LightMyRequestResponse>

const CALLS = 11
const LIMIT_MS = 300

interface Case {
  readonly name: string
  readonly method: NonNullable<InjectOptions['method']>
  /** The path of the nth call: acts need another row each time. */
  readonly path: (n: number) => string
  readonly payload?: (n: number) => object
}

/** Prints median and slowest of every endpoint of the admin area and of one's own account; false when one is too slow. */
export async function measureEndpoints(call: Call, settled: () => Promise<void>): Promise<boolean> {
  const read = async <T>(path: string): Promise<T> => (await call('GET', path)).json<{ data: T }>().data
  let isFast = true
  const { users } = await read<{ users: { id: string }[] }>('/admin/users?page_size=100')
  const { sessions } = await read<{ sessions: { id: string }[] }>('/admin/sessions?is_active=true')
  const { alerts } = await read<{ alerts: { id: string }[] }>('/admin/security-alerts')
  const user7 = (await read<{ users: { id: string }[] }>('/admin/users?search=user7@')).users[0]?.id

  const get = (path: string): Case => ({ name: `GET ${path}`, method: 'GET', path: () => path })
  const codes: string[] = []

  const CASES: Case[] = [
    get('/admin/users?page=1&page_size=1'),
    get('/admin/users'),
    get('/admin/users?page=500'),
    get('/admin/users?search=user99&role=Trader&is_active=true'),
    get(`/admin/users/${user7}`),
    get('/admin/sessions'),
    get('/admin/sessions?is_active=true'),
    get('/admin/sessions?search=user77'),
    get(`/admin/users/${user7}/sessions`),
    get('/admin/login-attempts'),
    get('/admin/login-attempts?success=false&hours_back=24'),
    get('/admin/login-attempts?success=false&hours_back=168'),
    get('/admin/login-attempts?email=user77&hours_back=168'),
    get(`/admin/login-attempts?alert_id=${alerts[0]?.id}`),
    get('/admin/audit-log'),
    get('/admin/audit-log?hours_back=168'),
    get('/admin/audit-log?action=revoked&hours_back=168'),
    get(`/admin/audit-log?user_id=${user7}&hours_back=168`),
    get(`/admin/audit-log?alert_id=${alerts[0]?.id}`),
    get('/admin/security-alerts'),
    get('/auth/sessions'),
    {
      name: 'POST /admin/invitations',
      method: 'POST',
      path: () => '/admin/invitations',
      payload: (n) => ({ email: `guest${n}@pairbot.test`, role: 'Trader' }),
    },
    get('/admin/invitations'),
    {
      name: 'POST /admin/invitations/:code/revoke',
      method: 'POST',
      path: (n) => `/admin/invitations/${codes[n]}/revoke`,
    },
    {
      name: 'PATCH /admin/users/:id/role',
      method: 'PATCH',
      path: (n) => `/admin/users/${users[n + 1]?.id}/role`,
      payload: (n) => ({ role: n % 2 === 0 ? 'Admin' : 'Trader' }),
    },
    {
      name: 'PATCH /admin/users/:id/status',
      method: 'PATCH',
      path: (n) => `/admin/users/${users[n + 20]?.id}/status`,
      payload: () => ({ is_active: false }),
    },
    { name: 'DELETE /admin/users/:id', method: 'DELETE', path: (n) => `/admin/users/${users[n + 40]?.id}` },
    { name: 'DELETE /admin/sessions/:id', method: 'DELETE', path: (n) => `/admin/sessions/${sessions[n + 500]?.id}` },
    {
      name: 'DELETE /admin/users/:id/sessions',
      method: 'DELETE',
      path: (n) => `/admin/users/${users[n + 60]?.id}/sessions`,
    },
    {
      name: 'POST /admin/security-alerts/:id/resolve',
      method: 'POST',
      path: (n) => `/admin/security-alerts/${alerts[n]?.id}/resolve`,
    },
    { name: 'DELETE /admin/sessions/cleanup', method: 'DELETE', path: () => '/admin/sessions/cleanup' },
  ]

  for (const { name, method, path, payload } of CASES) {
    const times: number[] = []
    let bytes = 0
    for (let n = 0; n < CALLS; n += 1) {
      const began = performance.now()
      const reply = await call(method, path(n), payload?.(n))
      times.push(performance.now() - began)
      if (reply.statusCode !== 200) throw new Error(`${name}: ${reply.statusCode} ${reply.body}`)
      if (name === 'POST /admin/invitations') {
        codes.push(reply.json<{ data: { invitation: { code: string } } }>().data.invitation.code)
      }
      bytes = reply.rawPayload.length
      await settled()
    }
    const sorted = times.toSorted((a, b) => a - b)
    const [median = 0, slowest = 0] = [sorted[Math.floor(CALLS / 2)], sorted.at(-1)]
    const isSlow = median > LIMIT_MS
    if (isSlow) isFast = false
    console.log(
      `${median.toFixed(0).padStart(5)} ms  max ${slowest.toFixed(0).padStart(5)} ms  ${String(bytes).padStart(8)} B  ${name}${isSlow ? '  TOO SLOW' : ''}`,
    )
  }
  return isFast
}
