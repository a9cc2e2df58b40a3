import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PASSWORD_RESET } from '#contract/limits.ts'
import { passwordResetLinkSchema } from '#contract/password-reset.ts'
import { auditEntries } from '#server/database/schema/identity.ts'
import { passwordResets } from '#server/database/schema/password-resets.ts'
import { toText } from '#server/identity/invitations/email-template.ts'
import { passwordResetEmail, type PasswordResetMail } from '#server/identity/password-reset/mail-requests.ts'
import { createIdentityHarness, type IdentityHarness } from '#test/support/server/identity.ts'
import {
  addSignedInUser,
  callWith,
  dataOf,
  ok,
  refused,
  signInUser,
  type SignedInUser,
} from '#test/support/data/people.ts'

const EMAIL = 'grace@pairbot.test'
const NEXT = 'Another-horse-8'
const INVALID = refused(400, 'This link is invalid or has expired. Ask for a new one.')

const mails: PasswordResetMail[] = []
let harness: IdentityHarness
let grace: SignedInUser
beforeAll(async () => {
  const passwordResetMailer = async (mail: PasswordResetMail) => mails.push(mail) > 0
  harness = await createIdentityHarness({}, { passwordResetMailer })
})
beforeEach(async () => {
  await harness.reset()
  mails.length = 0
  grace = await addSignedInUser(harness, EMAIL, 'Trader')
})
afterAll(() => harness.close())

const post = (path: string, body: object) => callWith(harness, undefined)('POST', path, body)
const forget = async (email: string) => {
  const response = await post('/auth/password/forgotten', { email })
  await harness.identity.settled()
  return response
}
const reset = (token: string, password = NEXT) => post('/auth/password/reset', { token, password })
const linkOf = async () => {
  const admin = await signInUser(harness)
  return dataOf(passwordResetLinkSchema, await admin.call('POST', `/admin/users/${grace.id}/password-reset`)).token
}
const actions = async () => {
  const rows = await harness.database.db.select().from(auditEntries).orderBy(auditEntries.seq)
  return rows.map(({ action }) => action).filter((action) => action.includes('reset'))
}

describe('asking for a link', () => {
  it('[RS-1] sends one by e-mail, in any spelling of the address, and stores its hash only', async () => {
    expect(await forget(` ${EMAIL.toUpperCase()}`)).toEqual(ok({ link_from: 'mail' }))
    const expiresAt = harness.clock.now + PASSWORD_RESET.linkLifeMs
    expect(mails).toEqual([{ to: EMAIL, token: mails[0]?.token, expiresAt }])
    const text = toText(passwordResetEmail(mails[0]!, new URL('https://pairbot.example')))
    expect(text).toContain(`https://pairbot.example/reset-password#${mails[0]?.token}\n`)
    const [stored] = await harness.database.db.select().from(passwordResets)
    expect(JSON.stringify({ ...stored, hash: Buffer.from(stored!.hash).toString() })).not.toContain(mails[0]?.token)
  })

  it('[RS-2] responds alike for addresses without an account and deactivated ones, and sends nothing', async () => {
    const admin = await signInUser(harness)
    await admin.call('PATCH', `/admin/users/${grace.id}/status`, { is_active: false })
    for (const email of [EMAIL, 'unknown@pairbot.test']) expect(await forget(email)).toEqual(ok({ link_from: 'mail' }))
    expect([mails, await actions()]).toEqual([[], []])
  })

  it('[RS-3] sends three links an hour to one account, and says so to no stranger', async () => {
    const responses = []
    for (let n = 0; n < 5; n += 1) responses.push(await forget(EMAIL))
    expect([new Set(responses.map(({ status }) => status)), mails.length]).toEqual([new Set([200]), 3])
    harness.clock.advance(PASSWORD_RESET.windowMs)
    await forget(EMAIL)
    expect(mails).toHaveLength(4)
  })
})

describe('a link', () => {
  it('[RS-4] sets the password, ends all sessions and API tokens, clears the wait of failed attempts, and is audited', async () => {
    const body = { name: 'Report', scopes: ['market:read'], days: 1 }
    await grace.call('POST', '/auth/tokens', body)
    for (let n = 0; n < 10; n += 1) await harness.signIn({ email: EMAIL, password: 'wrong' })
    await forget(EMAIL)
    expect(await reset(mails[0]!.token)).toEqual(ok({}))
    expect((await grace.call('GET', '/auth/me')).status).toBe(401)
    expect(harness.ended.filter(({ userId }) => userId === grace.id)).toHaveLength(2)
    expect((await harness.signIn({ email: EMAIL, password: NEXT })).status).toBe(200)
    expect((await harness.signIn({ email: EMAIL })).status).toBe(401)
    expect(await actions()).toEqual(['user.reset_requested', 'user.password_reset'])
  })

  it('[RS-5] works once, also when used twice at once, and uses up the other links of the user', async () => {
    const [first, second] = [await linkOf(), await linkOf()]
    const both = await Promise.all([reset(first), reset(first)])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 400]))
    expect([await reset(first), await reset(second), await reset('unknown')]).toEqual([INVALID, INVALID, INVALID])
  })

  it('[RS-5] ends after 30 minutes', async () => {
    const first = await linkOf()
    harness.clock.advance(PASSWORD_RESET.linkLifeMs - 1)
    expect((await reset(first)).status).toBe(200)
    const late = await linkOf()
    harness.clock.advance(PASSWORD_RESET.linkLifeMs)
    expect(await reset(late)).toEqual(INVALID)
  })

  it('[RS-6] survives a password that violates a rule, and not a deactivation', async () => {
    const token = await linkOf()
    expect((await reset(token, 'short')).status).toBe(400)
    expect((await reset(token, 'Grace-horse-8')).body).toMatchObject({
      error: 'Password must not contain your email address',
    })
    const admin = await signInUser(harness)
    await admin.call('PATCH', `/admin/users/${grace.id}/status`, { is_active: false })
    expect(await reset(token)).toEqual(INVALID)
    expect(await admin.call('POST', `/admin/users/${grace.id}/password-reset`)).toEqual(refused(404, 'User not found'))
  })

  it('[RS-7] of an Admin is audited with the Admin, and without its secret', async () => {
    const token = await linkOf()
    const logged = eq(auditEntries.action, 'user.reset_link_created')
    const [entry] = await harness.database.db.select().from(auditEntries).where(logged)
    expect(entry?.details).toMatchObject({ target: grace.id, target_email: EMAIL })
    expect(JSON.stringify(entry)).not.toContain(token)
  })
})
