import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries, users } from '#server/database/schema/identity.ts'
import { verifyAudit } from '#server/identity/audit/verify.ts'
import { createPasswords, type Passwords } from '#server/identity/passwords.ts'
import { emptyDatabase } from '#test/support/server/database.ts'
import { ADMIN, createIdentityHarness, type IdentityHarness } from '#test/support/server/identity.ts'
import { addAccount, type NewAccount } from '#server/identity/create-account.ts'

const VIEWER: NewAccount = { email: ' Grace@Pairbot.TEST', role: 'Viewer', password: 'Nine-lives-9' }

let harness: IdentityHarness
let passwords: Passwords
beforeAll(async () => {
  harness = await createIdentityHarness()
  passwords = createPasswords()
})
beforeEach(() => harness.reset())
afterAll(() => harness.close())

const add = (account: NewAccount) =>
  addAccount({ database: harness.database, passwords, now: () => harness.clock.now }, account)
const allUsers = async () =>
  (await harness.database.db.select().from(users).orderBy(users.email)).map(({ email, role }) => [email, role])

describe('adding an account on the command line', () => {
  it('[PE-90] creates and audits an account of any role that can sign in', async () => {
    expect(await add(VIEWER)).toEqual({ email: 'grace@pairbot.test', password: undefined })
    expect(await allUsers()).toEqual([
      [ADMIN.email, 'Admin'],
      ['grace@pairbot.test', 'Viewer'],
    ])
    expect((await harness.signIn({ email: 'grace@pairbot.test', password: 'Nine-lives-9' })).status).toBe(200)
    const [user] = await harness.database.db.select().from(users).where(eq(users.username, 'grace'))
    const entries = await harness.database.db.select().from(auditEntries).where(eq(auditEntries.action, 'user.created'))
    expect(entries.map(({ userId, details }) => [userId, details])).toContainEqual([
      null,
      { by: 'command line', target: user?.id, role: 'Viewer' },
    ])
    expect(await verifyAudit(harness.database.db)).toMatchObject({ ok: true })
  })

  it('[PE-90] generates a working password when none is given', async () => {
    const { password = '' } = await add({ email: VIEWER.email, role: 'Trader' })
    expect(password).toMatch(/^[A-HJ-NP-Za-km-z2-9]{20}$/)
    expect((await harness.signIn({ email: 'grace@pairbot.test', password })).status).toBe(200)
  })

  it.each<[string, Partial<NewAccount>, string]>([
    ['no address', { email: ' ' }, 'Email is required'],
    ['no real address', { email: 'grace' }, 'Invalid email format'],
    [
      'an address too long to sign in with',
      { email: `${'g'.repeat(320)}@x.y` },
      'Email must be at most 320 characters',
    ],
    ['a password that breaks a rule', { password: 'short' }, 'Password must be at least 8 characters'],
    ['a common password', { password: 'Password1' }, 'Password is too common. Please choose another one.'],
    ['an existing user', { email: ADMIN.email }, `A user with the email ${ADMIN.email} already exists`],
  ])('[PE-90] rejects %s with a message and adds nothing', async (_, account, message) => {
    await expect(add({ ...VIEWER, ...account })).rejects.toThrow(message)
    expect(await allUsers()).toEqual([[ADMIN.email, 'Admin']])
  })

  it('[PE-90] fails before the first administrator exists', async () => {
    await emptyDatabase(harness.database)
    await expect(add(VIEWER)).rejects.toThrow(
      'There are no users yet: start the server once to create the first administrator',
    )
    expect(await allUsers()).toEqual([])
  })
})
