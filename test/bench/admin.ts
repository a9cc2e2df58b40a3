// How fast every endpoint of the admin area and of one's own account answers over 10,000 users and 100,000 rows in each log, on
// the embedded database in a directory. `npm run bench:admin`. Prints median and slowest of each; exits 1 above 300 ms.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import { ADMIN_AREA, INVITATION } from '#contract/limits.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { openEmbedded } from '#server/database/embedded.ts'
import { users as usersTable } from '#server/database/schema/identity.ts'
import { invitations } from '#server/database/schema/people.ts'
import { createApp } from '#server/http/app.ts'
import { createIdentity } from '#server/identity/identity.ts'
import { createInvitationCodes } from '#server/identity/invitations/codes.ts'
import { layDatabaseFiles } from '#test/rig/database.ts'
import { accessTokenOf, ADMIN, SIGNING_KEY } from '#test/rig/identity.ts'

const USERS = 10_000
const ROWS = 100_000
const CALLS = 11
const LIMIT_MS = 300

const directory = await mkdtemp(join(tmpdir(), 'pairbot-bench-'))
await layDatabaseFiles(directory)
const database = await openEmbedded(directory)
const identity = await createIdentity({
  database,
  settings: {
    dataDir: directory,
    signingKeys: [SIGNING_KEY],
    adminEmail: ADMIN.email,
    adminPassword: ADMIN.password,
    secureCookies: false,
  },
  now: () => Date.now(),
  random: () => Math.random(),
  report: console.error,
})
await identity.firstAdministrator()
const app = await createApp({ access: identity.access })
await app.register(identity.routes, { prefix: DEFAULT_BASES.identity })
await app.ready()

await database.db.execute(sql`
  insert into users (email, username, password_hash, role, created_at, last_login_at)
  select 'user' || n || '@pairbot.test', 'user' || n, '-', (array['Viewer','Trader','Admin'])[1 + n % 3],
    now() - n * interval '1 minute', now() - n * interval '30 seconds'
  from generate_series(1, ${USERS}::int) n`)
await database.db.execute(sql`
  insert into sessions (user_id, created_at, last_activity_at, expires_at, ip_address, user_agent, remembered, revoked_at)
  select id, created_at, coalesce(last_login_at, created_at), now() + interval '1 day', '203.0.113.7', 'Bench/1.0', false,
    case when random() < 0.3 then now() - random() * interval '14 days' end
  from users, generate_series(1, 2)`)
await database.db.execute(sql`
  insert into sign_in_attempts (email, ip_address, network, success, failure_reason, attempted_at)
  select 'user' || (n % ${USERS}::int) || '@pairbot.test', '203.0.113.' || (n % 250), '203.0.113.' || (n % 250),
    n % 5 > 0, 'wrong password', now() - n * interval '6 seconds'
  from generate_series(1, ${ROWS}::int) n`)
await database.db.execute(sql`
  insert into audit_entries (seq, user_id, action, ip_address, details, created_at, hash)
  select n + 1000000, null, (array['session.started','user.created','session.revoked'])[1 + n % 3], '203.0.113.7',
    jsonb_build_object('session', gen_random_uuid()), now() - n * interval '6 seconds', '\\x00'
  from generate_series(1, ${ROWS}::int) n`)
await database.db
  .execute(sql`update audit_entries set user_id = (select id from users where email = 'user7@pairbot.test')
  where seq % 100 = 0`)
await database.db.execute(sql`
  insert into security_alerts (detector, subject, title, description, severity, evidence, created_at)
  select 'many-failures-on-account', 'user' || n, 'Many failed sign-ins on one account', '-', 'high',
    jsonb_build_object(
      'login_attempts', (select jsonb_agg(id) from (select id from sign_in_attempts offset n * 200 limit 200) a),
      'audit_entries', (select jsonb_agg(id) from (select id from audit_entries offset n * 200 limit 200) e)),
    now() - n * interval '1 hour'
  from generate_series(1, 100) n`)
const [inviter] = await database.db.select({ id: usersTable.id }).from(usersTable).limit(1)
const invitationCodes = createInvitationCodes([SIGNING_KEY])
await database.db.insert(invitations).values(
  Array.from({ length: ADMIN_AREA.maxRows }, (_, n) => {
    const { codeHash, sealedCode } = invitationCodes.make()
    const createdAt = new Date(Date.now() - n * 60_000)
    const expiresAt = new Date(createdAt.getTime() + INVITATION.lifeMs)
    return {
      email: `invited${n}@pairbot.test`,
      role: 'Trader' as const,
      codeHash,
      sealedCode,
      createdBy: inviter?.id ?? '',
      createdAt,
      expiresAt,
    }
  }),
)
await database.db.execute(sql`analyze`)

const signIn = await app.inject({ method: 'POST', url: `${DEFAULT_BASES.identity}/auth/login`, payload: ADMIN })
const authorization = `Bearer ${accessTokenOf({ status: 200, body: signIn.json(), headers: {}, cookie: undefined })}`
const call = (method: NonNullable<InjectOptions['method']>, path: string, payload?: object) =>
  app.inject({
    method,
    url: `${DEFAULT_BASES.identity}${path}`,
    headers: { authorization },
    ...(payload && { payload }),
  })
const read = async <T>(path: string): Promise<T> => (await call('GET', path)).json<{ data: T }>().data

const { users } = await read<{ users: { id: string }[] }>('/admin/users?page_size=100')
const { sessions } = await read<{ sessions: { id: string }[] }>('/admin/sessions?is_active=true')
const { alerts } = await read<{ alerts: { id: string }[] }>('/admin/security-alerts')
const user7 = (await read<{ users: { id: string }[] }>('/admin/users?search=user7@')).users[0]?.id

interface Case {
  readonly name: string
  readonly method: NonNullable<InjectOptions['method']>
  /** The path of the nth call: acts need another row each time. */
  readonly path: (n: number) => string
  readonly payload?: (n: number) => object
}
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
    await identity.settled()
  }
  const sorted = times.toSorted((a, b) => a - b)
  const [median = 0, slowest = 0] = [sorted[Math.floor(CALLS / 2)], sorted.at(-1)]
  const isSlow = median > LIMIT_MS
  if (isSlow) process.exitCode = 1
  console.log(
    `${median.toFixed(0).padStart(5)} ms  max ${slowest.toFixed(0).padStart(5)} ms  ${String(bytes).padStart(8)} B  ${name}${isSlow ? '  TOO SLOW' : ''}`,
  )
}
await identity.close()
await app.close()
await database.close()
await rm(directory, { recursive: true })
