import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  createdInvitationSchema,
  invitationSchema,
  invitationsResponseSchema,
  INVITATION_STATUSES,
  type Invitation,
} from '#contract/invitations.ts'
import { eq } from 'drizzle-orm'
import { ADMIN_AREA, INVITATION } from '#contract/limits.ts'
import { auditEntries } from '#server/database/schema/identity.ts'
import { invitations } from '#server/database/schema/people.ts'
import { createInvitationCodes } from '#server/identity/invitations/invitations.ts'
import { createSmtpMailer } from '#server/identity/invitations/smtp.ts'
import { smtpSink } from '#test/support/server/smtp-sink.ts'
import { ADMIN, createIdentityHarness, SIGNING_KEY, type IdentityHarness } from '#test/support/server/identity.ts'
import { callWith, dataOf, ok, refused, signInUser, type SignedInUser } from '#test/support/data/people.ts'

const EMAIL = 'Grace@Pairbot.test'
type Stored = typeof invitations.$inferInsert
const INVALID = refused(404, 'Invalid or expired invitation code')

let harness: IdentityHarness
let admin: SignedInUser
let anonymous: SignedInUser['call']
beforeAll(async () => {
  harness = await createIdentityHarness()
})
beforeEach(async () => {
  await harness.reset()
  admin = await signInUser(harness)
  anonymous = callWith(harness, undefined)
})
afterAll(() => harness.close())

describe('with a mail server', () => {
  it('[PE-7] emails the code and returns whether the mail server accepted it', async () => {
    const sink = await smtpSink()
    const publicUrl = new URL('https://pairbot.example')
    const errors: unknown[] = []
    const mailer = createSmtpMailer({ url: sink.url, from: 'a@b.c', publicUrl }, (error) => errors.push(error))
    const mailing = await createIdentityHarness({}, { mailer })
    try {
      const boss = await signInUser(mailing)
      const sent = await boss.call('POST', '/admin/invitations', { email: EMAIL })
      const { invitation, email_sent } = dataOf(createdInvitationSchema, sent)
      expect([email_sent, sink.emails.map(({ to }) => to)]).toEqual([true, [['grace@pairbot.test']]])
      expect(sink.emails[0]?.text).toContain(`https://pairbot.example/register?code=${invitation.code}\n`)

      sink.behavior = 'reject'
      const unsent = await boss.call('POST', '/admin/invitations', { email: 'second@pairbot.test' })
      expect(dataOf(createdInvitationSchema, unsent)).toMatchObject({
        invitation: { email: 'second@pairbot.test', status: 'pending', code: expect.stringMatching(/^[\da-f]{32}$/) },
        email_sent: false,
        email_tried: true,
      })
      expect([sink.emails.length, errors.length]).toEqual([1, 1])

      sink.behavior = 'accept'
      mailing.clock.advance(INVITATION.lifeMs - 1)
      const again = await signInUser(mailing)
      const resent = await again.call('POST', `/admin/invitations/${invitation.code}/resend`)
      expect(dataOf(createdInvitationSchema, resent)).toMatchObject({
        invitation: {
          code: invitation.code,
          expires_at: new Date(mailing.clock.now + INVITATION.lifeMs).toISOString(),
        },
        email_sent: true,
      })
      expect(sink.emails.map(({ to }) => to)).toEqual([['grace@pairbot.test'], ['grace@pairbot.test']])
    } finally {
      await mailing.close()
      await sink.close()
    }
  })
})

const invite = async (email = EMAIL, role?: string): Promise<Invitation> =>
  dataOf(createdInvitationSchema, await admin.call('POST', '/admin/invitations', { email, ...(role && { role }) }))
    .invitation
const check = (code: string) => anonymous('GET', `/auth/invitations/validate?code=${encodeURIComponent(code)}`)
const list = async () => dataOf(z.array(invitationSchema), await admin.call('GET', '/admin/invitations'))
const resend = (code: string) => admin.call('POST', `/admin/invitations/${code}/resend`)
const revoke = (code: string) => admin.call('POST', `/admin/invitations/${code}/revoke`)

describe('invitations', () => {
  it('[PE-1] are created and audited with a 128-bit code for 7 days, for a Trader by default', async () => {
    const answer = await admin.call('POST', '/admin/invitations', { email: EMAIL })
    const { invitation } = dataOf(createdInvitationSchema, answer)

    expect(answer).toEqual(
      ok({
        invitation: {
          id: expect.any(String),
          email: 'grace@pairbot.test',
          role: 'Trader',
          code: expect.stringMatching(/^[\da-f]{32}$/),
          status: 'pending',
          created_at: new Date(harness.clock.now).toISOString(),
          expires_at: new Date(harness.clock.now + INVITATION.lifeMs).toISOString(),
          invited_by: ADMIN.email,
        },
        email_sent: false,
        email_tried: false,
      }),
    )
    expect((await invite('second@pairbot.test', 'Admin')).role).toBe('Admin')
    const [entry] = await harness.database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'invitation.created'))
    expect(entry).toMatchObject({
      userId: admin.id,
      ipAddress: '203.0.113.7',
      details: { invitation: invitation.id, email: 'grace@pairbot.test', role: 'Trader' },
    })
    expect(JSON.stringify(entry)).not.toContain(invitation.code)
  })

  it('[PE-17] only pending ones can be sent again, audited', async () => {
    const { code, id } = await invite()
    expect((await resend(id)).status).toBe(200)
    const [entry] = await harness.database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'invitation.resent'))
    expect([entry?.userId, entry?.details]).toEqual([admin.id, { invitation: id, email: 'grace@pairbot.test' }])
    await revoke(code)
    expect(await resend(code)).toEqual(refused(409, 'Only pending invitations can be sent again'))
    expect(await resend('0'.repeat(32))).toEqual(refused(404, 'Invitation not found'))
  })

  it('[PE-2] do not store the code in plain text, but administrators can read it again', async () => {
    const { code } = await invite()
    const [row] = await harness.database.db.select().from(invitations)
    const stored = Object.values(row ?? {}).map((value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value),
    )

    expect(stored.join(' ')).not.toContain(code)
    expect(await list()).toMatchObject([{ code, status: 'pending' }])
    const other = createInvitationCodes([{ kid: 'new', secret: new Uint8Array(32).fill(9) }])
    expect(other.read(row!.sealedCode)).toBe('')
    const rotated = createInvitationCodes([{ kid: 'new', secret: new Uint8Array(32).fill(9) }, SIGNING_KEY])
    expect(rotated.read(row!.sealedCode)).toBe(code)
  })

  it.each([
    ['', 'Email is required'],
    ['   ', 'Email is required'],
    ['anonymous', 'Invalid email format'],
    ['a b@c.d', 'Invalid email format'],
    ['a@b', 'Invalid email format'],
  ])('[PE-3] reject %j: %s', async (email, error) => {
    expect(await admin.call('POST', '/admin/invitations', { email })).toEqual(refused(400, error))
  })

  it.each(['Root', 'viewer', 'admin', 'TRADER', '', ['Admin'], ['Trader', 'Admin'], { role: 'Admin' }, null, 1, true])(
    '[PE-3] AZ-12 reject the role %j',
    async (role) => {
      expect(await admin.call('POST', '/admin/invitations', { email: EMAIL, role })).toEqual(
        refused(400, 'role: must be one of Viewer, Trader, Admin'),
      )
      expect(await harness.database.db.select().from(invitations)).toEqual([])
    },
  )

  it('[PE-3] are rejected for users and for pending invitations', async () => {
    expect(await admin.call('POST', '/admin/invitations', { email: ADMIN.email.toUpperCase() })).toEqual(
      refused(409, 'A user with this email already exists'),
    )
    const first = await invite()
    expect(await admin.call('POST', '/admin/invitations', { email: EMAIL })).toEqual(
      refused(409, 'There is already a pending invitation for this email'),
    )
    await revoke(first.code)
    expect((await admin.call('POST', '/admin/invitations', { email: EMAIL })).status).toBe(200)
  })

  it('[PE-1] of a Viewer makes a Viewer', async () => {
    const { code } = await invite(EMAIL, 'Viewer')
    expect(await check(code)).toMatchObject(ok({ role: 'Viewer' }))
  })

  it('[PE-4] return email, role and expiry for a valid code', async () => {
    const { code, expires_at: expiresAt } = await invite(EMAIL, 'Admin')

    expect(await check(code)).toEqual(ok({ email: 'grace@pairbot.test', role: 'Admin', expiresAt }))
    expect(await check('')).toEqual(refused(400, 'No invitation code provided'))
  })

  it('[PE-5] respond equally to unknown, malformed, used, revoked and expired codes', async () => {
    const used = await invite('used@pairbot.test')
    const registration = { invitation_code: used.code, email: used.email, password: ADMIN.password }
    expect((await anonymous('POST', '/auth/register', registration)).status).toBe(200)
    const revoked = await invite('revoked@pairbot.test')
    await revoke(revoked.code)
    const expired = await invite('expired@pairbot.test')
    harness.clock.advance(INVITATION.lifeMs - 1)
    expect((await check(expired.code)).status).toBe(200)
    harness.clock.advance(1)

    for (const code of [
      '0'.repeat(32),
      "' or 1=1 --",
      used.code.toUpperCase(),
      used.code,
      revoked.code,
      expired.code,
    ]) {
      expect([code, await check(code)]).toEqual([code, INVALID])
      const again = { invitation_code: code, email: used.email, password: ADMIN.password }
      expect([code, await anonymous('POST', '/auth/register', again)]).toEqual([code, INVALID])
    }
    admin = await signInUser(harness)
    expect(Object.fromEntries((await list()).map(({ email, status }) => [email, status]))).toEqual({
      'expired@pairbot.test': 'expired',
      'revoked@pairbot.test': 'revoked',
      'used@pairbot.test': 'used',
    })
  })

  it('[PE-9] list the newest, optionally of one status, with the counts of all', async () => {
    const at = (agoMs: number) => new Date(harness.clock.now - agoMs)
    const stored = Array.from({ length: ADMIN_AREA.maxRows + 4 }, (_, n) => {
      const { codeHash, sealedCode } = createInvitationCodes([SIGNING_KEY]).create()
      const who = { email: `invited${n}@pairbot.test`, role: 'Trader' as const, createdBy: admin.id }
      const times = { createdAt: at(n), expiresAt: at(-INVITATION.lifeMs) }
      return { ...who, ...times, codeHash, sealedCode, usedAt: null as Date | null, revokedAt: null as Date | null }
    })
    const [used, late, withdrawn, both] = stored.slice(-4) as [Stored, Stored, Stored, Stored]
    used.usedAt = at(0)
    late.expiresAt = at(0)
    withdrawn.revokedAt = at(0)
    both.revokedAt = both.usedAt = at(0)
    await harness.database.db.insert(invitations).values(stored)
    const answerTo = async (query: string) => {
      const { body } = await admin.call('GET', `/admin/invitations${query}`)
      return z.parse(invitationsResponseSchema, body)
    }

    const { data, counts } = await answerTo('')
    expect(data.map(({ email }) => email)).toEqual(stored.slice(0, ADMIN_AREA.maxRows).map(({ email }) => email))
    expect(counts).toEqual({ pending: ADMIN_AREA.maxRows, used: 1, expired: 1, revoked: 2 })
    const narrowed = await Promise.all(INVITATION_STATUSES.map((status) => answerTo(`?status=${status}`)))
    expect(narrowed.map((reply) => [reply.data.length, new Set(reply.data.map(({ status }) => status))])).toEqual([
      [ADMIN_AREA.maxRows, new Set(['pending'])],
      [1, new Set(['used'])],
      [1, new Set(['expired'])],
      [2, new Set(['revoked'])],
    ])
    expect(narrowed.map((reply) => reply.counts)).toEqual(narrowed.map(() => counts))
    expect((await admin.call('GET', '/admin/invitations?status=lost')).status).toBe(400)
  })

  it('[PE-6] can only be revoked while pending, and stay revoked', async () => {
    const { code, id } = await invite()
    const byId = await invite('by-id@pairbot.test')

    expect(await revoke(code)).toEqual(ok({}))
    expect(await revoke(code)).toEqual(ok({}))
    expect(await revoke(byId.id)).toEqual(ok({}))
    expect(await revoke('0'.repeat(32))).toEqual(refused(404, 'Invitation not found'))
    expect(await revoke(`${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`)).toEqual(
      refused(404, 'Invitation not found'),
    )
    const used = await invite('used@pairbot.test')
    await anonymous('POST', '/auth/register', {
      invitation_code: used.code,
      email: used.email,
      password: ADMIN.password,
    })
    expect(await revoke(used.code)).toEqual(refused(409, 'Only pending invitations can be revoked'))
    const audited = await harness.database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'invitation.revoked'))
      .orderBy(auditEntries.seq)
    expect(audited.map(({ details }) => details)).toEqual([
      { invitation: id, email: 'grace@pairbot.test' },
      { invitation: byId.id, email: 'by-id@pairbot.test' },
    ])
  })
})
