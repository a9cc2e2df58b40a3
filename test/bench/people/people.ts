// How fast the admin area answers over 10,000 users and 100,000 rows in each log, on the embedded database in a directory.
// `npx tsx test/bench/people/people.ts`. Prints the median and the slowest of 11 calls each; exits 1 above 300 ms.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { openEmbedded } from '#server/database/embedded.ts'
import { createApp } from '#server/http/app.ts'
import { createIdentity } from '#server/identity/identity.ts'
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
await database.db.execute(sql`analyze`)

const signIn = await app.inject({ method: 'POST', url: `${DEFAULT_BASES.identity}/auth/login`, payload: ADMIN })
const authorization = `Bearer ${accessTokenOf({ status: 200, body: signIn.json(), headers: {}, cookie: undefined })}`
const user = (
  await app.inject({
    url: `${DEFAULT_BASES.identity}/admin/users?search=user7@`,
    headers: { authorization },
  })
).json<{ data: { users: { id: string }[] } }>().data.users[0]

const CASES = [
  '/admin/users?page=1&page_size=1',
  '/admin/users',
  '/admin/users?page=500',
  '/admin/users?search=user99&role=Trader&is_active=true',
  `/admin/users/${user?.id}`,
  '/admin/sessions',
  '/admin/sessions?is_active=true',
  '/admin/sessions?search=user77',
  `/admin/users/${user?.id}/sessions`,
  '/admin/login-attempts',
  '/admin/login-attempts?success=false&hours_back=168',
  '/admin/login-attempts?email=user77&hours_back=168',
  '/admin/audit-log',
  '/admin/audit-log?hours_back=168',
  '/admin/audit-log?action=revoked&hours_back=168',
  `/admin/audit-log?user_id=${user?.id}&hours_back=168`,
  '/admin/security-alerts',
  '/admin/invitations',
]

for (const path of CASES) {
  const times: number[] = []
  let bytes = 0
  for (let call = 0; call < CALLS; call += 1) {
    const began = performance.now()
    const reply = await app.inject({ url: `${DEFAULT_BASES.identity}${path}`, headers: { authorization } })
    times.push(performance.now() - began)
    if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode} ${reply.body}`)
    bytes = reply.rawPayload.length
  }
  const sorted = times.toSorted((a, b) => a - b)
  const [median = 0, slowest = 0] = [sorted[Math.floor(CALLS / 2)], sorted.at(-1)]
  if (median > LIMIT_MS) process.exitCode = 1
  console.log(
    `${median.toFixed(0).padStart(5)} ms  max ${slowest.toFixed(0).padStart(5)} ms  ${String(bytes).padStart(8)} B  ${path}`,
  )
}
await identity.close()
await app.close()
await database.close()
await rm(directory, { recursive: true })
