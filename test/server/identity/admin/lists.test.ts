import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  adminSessionsSchema,
  adminUsersSchema,
  auditLogSchema,
  loginAttemptsSchema,
  securityAlertsSchema,
} from '#contract/admin.ts'
import { SORT_COLUMNS, sortsOf, type ListName } from '#contract/sorting.ts'
import { AREAS } from '#server/http/areas.ts'
import { auditEntries, signInAttempts } from '#server/database/schema/identity.ts'
import { securityAlerts } from '#server/database/schema/people.ts'
import { ADMIN, createIdentityHarness, type IdentityHarness } from '#test/support/server/identity.ts'
import { addSignedInUser, dataOf, refused, signInUser, type SignedInUser } from '#test/support/data/people.ts'

let harness: IdentityHarness
let admin: SignedInUser
let eve: SignedInUser

const LISTS: readonly ListName[] = ['users', 'invitations', 'sessions', 'attempts', 'audit', 'alerts']
const { endpoints } = AREAS.administration
const get = (path: string) => admin.call('GET', path)
const users = async (query: string) => dataOf(adminUsersSchema, await get(`/admin/users${query}`))
const attempts = async (query: string) => dataOf(loginAttemptsSchema, await get(`/admin/login-attempts${query}`))
const audit = async (query: string) => dataOf(auditLogSchema, await get(`/admin/audit-log${query}`))
const alerts = async (query: string) => dataOf(securityAlertsSchema, await get(`/admin/security-alerts${query}`))

/** More than a batch of an export. */
const FAILURES = 1_205

/** One of everything, and many failed attempts. */
beforeAll(async () => {
  harness = await createIdentityHarness()
  admin = await signInUser(harness)
  harness.clock.advance(1_000)
  eve = await addSignedInUser(harness, 'eve@pairbot.test', 'Viewer')
  harness.clock.advance(1_000)
  await harness.addUser('bob@pairbot.test', 'Trader')
  await admin.call('POST', '/admin/invitations', { email: 'guest@pairbot.test' })
  await admin.call('PATCH', `/admin/users/${eve.id}/role`, { role: 'Trader' })
  const { db } = harness.database
  await db.insert(signInAttempts).values(
    Array.from({ length: FAILURES }, (_, n) => ({
      email: `${n % 2 === 0 ? '=cmd' : 'user'}${n}@evil.test`,
      ipAddress: '198.51.100.4',
      network: '198.51.100.4',
      success: false,
      failureReason: 'unknown account',
      // Several in each millisecond, across the batches of an export.
      attemptedAt: new Date(harness.clock.now - Math.floor(n / 7)),
    })),
  )
  const alert = { detector: 'x', description: '', evidence: { login_attempts: [], audit_entries: [] } }
  await db.insert(securityAlerts).values(
    (['medium', 'critical', 'low', 'high'] as const).map((severity, n) => ({
      ...alert,
      severity,
      subject: String(n),
      title: `Alert ${n}`,
      affectedEmail: n === 0 ? 'eve@pairbot.test' : null,
      createdAt: new Date(harness.clock.now + n),
      resolvedAt: n === 3 ? new Date(harness.clock.now) : null,
    })),
  )
})
afterAll(() => harness.close())

describe('[PE-57] the lists', () => {
  it.each(LISTS)('%s can be sorted by each of their columns, both ways', async (list) => {
    for (const sort of sortsOf(SORT_COLUMNS[list])) {
      const { status, body } = await get(`${endpoints[list].path}?page=1&sort=${sort}`)
      expect([sort, status, body]).toEqual([sort, 200, expect.objectContaining({ success: true })])
    }
  })

  it('sort by value, absent values last', async () => {
    const emails = async (sort: string) => (await users(`?sort=${sort}`)).users.map(({ email }) => email)
    expect(await emails('email')).toEqual([ADMIN.email, 'bob@pairbot.test', 'eve@pairbot.test'])
    expect(await emails('-email')).toEqual(['eve@pairbot.test', 'bob@pairbot.test', ADMIN.email])
    expect((await emails('last_login')).at(-1)).toBe('bob@pairbot.test')
    expect((await emails('-last_login')).at(-1)).toBe('bob@pairbot.test')
    const severities = (await alerts('?sort=-severity')).alerts.map(({ severity }) => severity)
    expect(severities).toEqual(['critical', 'high', 'medium', 'low'])
  })

  it.each(['user_email', '-user_email'])(
    'the audit log by %s has the entries of the server last, on any page',
    async (sort) => {
      const ofServer = { userId: null, action: 'user.created', details: {}, hash: Buffer.from('none') }
      const [base, createdAt] = [sort.startsWith('-') ? 2_000 : 1_000, new Date(harness.clock.now)]
      await harness.database.db
        .insert(auditEntries)
        .values([1, 2].map((n) => ({ ...ofServer, seq: base + n, createdAt })))
      const { entries, total } = await audit(`?sort=${sort}`)
      const emails = entries.map(({ user_email: email }) => email)
      const ofUsers = emails.filter((email) => email !== null).toSorted()
      const expected = sort.startsWith('-') ? ofUsers.toReversed() : ofUsers
      expect(emails).toEqual([...expected, ...emails.filter((email) => email === null)])
      expect([emails.at(-1), emails.length]).toEqual([null, total])
      for (const size of [1, 2, 3]) {
        const numbers = Array.from({ length: Math.ceil(entries.length / size) }, (_, n) => n + 1)
        const pages = await Promise.all(numbers.map((page) => audit(`?page=${page}&page_size=${size}&sort=${sort}`)))
        expect(pages.flatMap((page) => page.entries)).toEqual(entries)
      }
    },
  )

  it('are paged: every row on one page, equal ones in a stable order', async () => {
    const numbers = Array.from({ length: 13 }, (_, n) => n + 1)
    const pages = await Promise.all(numbers.map((page) => attempts(`?page=${page}&page_size=100&sort=ip_address`)))
    const all = FAILURES + 2
    expect([pages[0]?.attempts.length, pages.at(-1)?.attempts.length, pages[0]?.total]).toEqual([100, all - 1_200, all])
    expect(new Set(pages.flatMap(({ attempts: rows }) => rows.map(({ id }) => id))).size).toBe(all)
  })

  it.each([
    ['sort=password_hash', 'sort: must name a column of the list'],
    ['page=0', 'page: must be a whole number from 1 to 1000000'],
    ['page_size=101', 'page_size: must be a whole number from 1 to 100'],
  ])('refuse %s', async (query, error) => {
    expect(await get(`/admin/audit-log?${query}`)).toEqual(refused(400, error))
  })
})

describe('[PE-59] filters', () => {
  it('find audit entries by the e-mail of the actor, the affected user or the invited person', async () => {
    const actions = async (email: string) => (await audit(`?email=${email}`)).entries.map(({ action }) => action)
    expect(await actions('EVE@')).toEqual(['user.role_changed', 'session.started'])
    expect(await actions('guest@')).toEqual(['invitation.created'])
    expect(await actions('nobody@')).toEqual([])
  })

  it('find alerts by severity, state and user', async () => {
    const titles = async (query: string) => (await alerts(query)).alerts.map(({ title }) => title)
    expect(await titles('?severity=high')).toEqual(['Alert 3'])
    expect(await titles('?resolved=false')).toEqual(['Alert 2', 'Alert 1', 'Alert 0'])
    expect(await titles('?resolved=true')).toEqual(['Alert 3'])
    expect(await titles('?search=EVE')).toEqual(['Alert 0'])
  })

  it('find revoked sessions', async () => {
    const sessions = dataOf(adminSessionsSchema, await get('/admin/sessions?is_revoked=true'))
    expect(sessions.sessions.map(({ user_email }) => user_email)).toEqual(['eve@pairbot.test'])
  })
})

describe('[PE-58] an export', () => {
  it('contains everything that matches, newest first, each row once', async () => {
    const { body } = await get('/admin/login-attempts/export?format=json&success=false')
    expect(body).toMatchObject({ filter: { success: false }, total: FAILURES })
    const rows = (body as { login_attempts: { id: string; attempted_at: string }[] }).login_attempts
    expect(new Set(rows.map(({ id }) => id)).size).toBe(FAILURES)
    const times = rows.map(({ attempted_at }) => attempted_at)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  it.each(LISTS)('of %s is CSV with a line for each row', async (list) => {
    const { status, body } = await get(`${endpoints[list].path}/export?format=csv`)
    const lines = String(body).trimEnd().split('\r\n')
    expect([status, lines[0]?.startsWith('id,'), lines.length > 1]).toEqual([200, true, true])
  })

  it('contains no formulas and no invitation codes', async () => {
    const csv = String((await get('/admin/login-attempts/export?format=csv')).body)
    expect(csv).toContain(",'=cmd0@evil.test,")
    expect(csv).not.toContain(',=cmd')
    const invited = JSON.stringify((await get('/admin/invitations/export?format=json')).body)
    expect(invited).toContain('guest@pairbot.test')
    expect(invited).not.toContain('code')
  })

  it('is audited with its filter', async () => {
    await get('/admin/users/export?format=csv&role=Trader')
    const [entry] = (await audit('?action=list.exported')).entries
    expect([entry?.user_email, entry?.details]).toEqual([
      ADMIN.email,
      { list: 'users', format: 'csv', filter: { role: 'Trader' }, rows: 2 },
    ])
  })

  it('needs a known format', async () => {
    expect((await get('/admin/users/export?format=xml')).status).toBe(400)
  })
})
