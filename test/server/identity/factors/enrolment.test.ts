import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { factorsSchema, recoveryCodesSchema, totpSetupSchema } from '#contract/factors.ts'
import { recoveryCodes, totpFactors } from '#server/database/schema/factors.ts'
import { auditEntries } from '#server/database/schema/identity.ts'
import { resealTotpSecrets } from '#server/identity/factors/totp-factor.ts'
import { createSealedTexts } from '#server/identity/sealed-texts.ts'
import { toText } from '#server/identity/invitations/email-template.ts'
import { ADMIN, createIdentityHarness, SIGNING_KEY, type IdentityHarness } from '#test/support/server/identity.ts'
import { challengeOf, codeAt, confirmWith, enrolTotp } from '#test/support/data/factors.ts'
import { addSignedInUser, dataOf, ok, refused, signInUser } from '#test/support/data/people.ts'

let harness: IdentityHarness
beforeAll(async () => {
  harness = await createIdentityHarness(
    { publicUrl: new URL('https://pairbot.example') },
    {
      sendMail: async (to, content) => {
        sent.push({ to, subject: content.subject, text: toText(content) })
        return true
      },
    },
  )
})
const sent: { readonly to: string; readonly subject: string; readonly text: string }[] = []
beforeEach(async () => {
  sent.length = 0
  await harness.reset()
})
afterAll(() => harness.close())

const db = () => harness.database.db
const auditedFactors = async () =>
  (await db().select().from(auditEntries).orderBy(auditEntries.seq))
    .map(({ action }) => action)
    .filter((action) => action.startsWith('factor.'))

describe('setting up a second factor', () => {
  it('[ID-75] shows a secret of 160 bits for the app, which a first code turns on', async () => {
    const user = await signInUser(harness)
    const { secret, uri } = dataOf(totpSetupSchema, await user.call('POST', '/auth/factors/totp'))

    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toBe(
      `otpauth://totp/Pairbot:${encodeURIComponent(ADMIN.email)}?issuer=Pairbot&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect(await user.call('POST', '/auth/factors/totp/confirm', { code: '000000' })).toEqual(
      refused(400, 'The code is not correct'),
    )
    const code = codeAt(secret, harness.clock.now)
    const { recovery_codes: codes } = dataOf(
      recoveryCodesSchema,
      await user.call('POST', '/auth/factors/totp/confirm', { code }),
    )
    expect([codes.length, new Set(codes).size]).toEqual([10, 10])
    for (const each of codes) expect(each).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(dataOf(factorsSchema, await user.call('GET', '/auth/factors'))).toEqual({
      totp_since: new Date(harness.clock.now).toISOString(),
      passkeys: [],
      passkeys_available: true,
      recovery_codes_left: 10,
      required: false,
    })
    expect(await user.call('POST', '/auth/factors/totp')).toEqual(
      refused(409, 'An authenticator app is set up already. Remove it first.'),
    )
    expect(await auditedFactors()).toEqual(['factor.added'])
  })

  it('[ID-75] beginning again makes another secret, and the first is void', async () => {
    const user = await signInUser(harness)
    const first = dataOf(totpSetupSchema, await user.call('POST', '/auth/factors/totp'))
    const second = dataOf(totpSetupSchema, await user.call('POST', '/auth/factors/totp'))
    const confirm = (secret: string) =>
      user.call('POST', '/auth/factors/totp/confirm', { code: codeAt(secret, harness.clock.now) })

    expect((await confirm(first.secret)).status).toBe(400)
    expect((await confirm(second.secret)).status).toBe(200)
  })

  it('[ID-75] the code that turned the app on does not sign in', async () => {
    const user = await signInUser(harness)
    const { secret } = await enrolTotp(harness, user)
    const proof = { method: 'totp', code: codeAt(secret, harness.clock.now - 30_000) } as const
    expect((await confirmWith(harness, await challengeOf(harness), proof)).status).toBe(401)
  })

  it('[ID-76] neither the secret nor a recovery code is stored readably', async () => {
    const { secret, recoveryCodes: codes } = await enrolTotp(harness, await signInUser(harness))
    const rows = [await db().select().from(totpFactors), await db().select().from(recoveryCodes)].flat()
    const stored = rows.map((row) =>
      Object.values(row)
        .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
        .join(' '),
    )
    expect(stored).toHaveLength(11)
    for (const hidden of [secret, ...codes.flatMap((code) => [code, code.replaceAll('-', '')])])
      expect(stored.join('\n')).not.toContain(hidden)
  })

  it('[ID-76] a new key of the server takes over the secrets, so that the old one can go', async () => {
    const { secret } = await enrolTotp(harness, await signInUser(harness))
    const next = { kid: 'next', secret: new Uint8Array(32).fill(9) }
    const both = createSealedTexts([next, SIGNING_KEY], 'second factors')
    harness.setReadOnly(true)
    await resealTotpSecrets(harness.database, both)
    harness.setReadOnly(false)
    await resealTotpSecrets(harness.database, both)
    const [row] = await db().select().from(totpFactors)

    expect(createSealedTexts([next], 'second factors').unseal(row!.sealedSecret)).toBe(secret)
    expect(createSealedTexts([SIGNING_KEY], 'second factors').unseal(row!.sealedSecret)).toBeUndefined()
    expect(createSealedTexts([next], 'invitation codes').unseal(row!.sealedSecret)).toBeUndefined()
  })

  it('[ID-73] new recovery codes void the earlier ones', async () => {
    const user = await signInUser(harness)
    expect(await user.call('POST', '/auth/factors/recovery-codes')).toEqual(
      refused(409, 'Recovery codes need a second factor: set one up first'),
    )
    const { recoveryCodes: earlier } = await enrolTotp(harness, user)
    const { recovery_codes: codes } = dataOf(
      recoveryCodesSchema,
      await user.call('POST', '/auth/factors/recovery-codes'),
    )
    const confirm = async (code = '') =>
      (await confirmWith(harness, await challengeOf(harness), { method: 'recovery_code', code })).status

    expect([await confirm(earlier[0]), await confirm(codes[0])]).toEqual([401, 200])
    expect(await auditedFactors()).toEqual([
      'factor.added',
      'factor.recovery_codes_renewed',
      'factor.recovery_code_used',
    ])
  })

  it('[ID-77] removing the last factor removes the recovery codes, and the password signs in again', async () => {
    const user = await signInUser(harness)
    await enrolTotp(harness, user)
    expect(await user.call('DELETE', '/auth/factors/totp')).toEqual(ok({}))
    expect(await user.call('DELETE', '/auth/factors/totp')).toEqual(refused(404, 'No authenticator app is set up'))
    expect((await harness.signIn()).cookie).toBeDefined()
    expect(await db().select().from(recoveryCodes)).toEqual([])
    expect(await auditedFactors()).toEqual(['factor.added', 'factor.removed'])
  })
})

describe('resetting the second factors of another user', () => {
  it('[ID-78] removes them, ends the sessions, is audited, and the user gets an e-mail', async () => {
    const admin = await signInUser(harness)
    const grace = await addSignedInUser(harness, 'grace@pairbot.test', 'Trader')
    await enrolTotp(harness, grace)
    expect(await admin.call('DELETE', `/admin/users/${grace.id}/factors`)).toEqual(ok({}))

    expect((await harness.signIn({ email: grace.email })).cookie).toBeDefined()
    expect(harness.ended.map(({ userId, reason }) => [userId, reason])).toEqual([[grace.id, 'revoked']])
    const [entry] = await db().select().from(auditEntries).where(eq(auditEntries.action, 'factor.reset'))
    expect([entry?.userId, entry?.details]).toEqual([
      admin.id,
      { target: grace.id, target_email: grace.email, sessions_ended: 1 },
    ])
    expect(sent).toEqual([
      {
        to: grace.email,
        subject: 'Your second factors for Pairbot were reset',
        text: expect.stringContaining('https://pairbot.example/profile/security'),
      },
    ])
    expect(await admin.call('DELETE', `/admin/users/${grace.id}/factors`)).toEqual(
      refused(409, 'The user has no second factor'),
    )
  })

  it('[ID-78] is not for oneself', async () => {
    const admin = await signInUser(harness)
    await enrolTotp(harness, admin)
    expect(await admin.call('DELETE', `/admin/users/${admin.id}/factors`)).toEqual(
      refused(409, 'You cannot reset your own second factors'),
    )
  })
})

describe('with PAIRBOT_ADMIN_FACTOR=required', () => {
  it('[ID-79] an Admin without a second factor may set one up, and do nothing in the admin area before', async () => {
    const strict = await createIdentityHarness({ adminsNeedFactor: true })
    const admin = await signInUser(strict)
    const closed = {
      status: 403,
      body: {
        success: false,
        error: 'Admins need a second factor here. Set one up in your profile, under Security.',
        reason: 'factor_required',
      },
    }
    expect(await admin.call('GET', '/admin/users')).toEqual(closed)
    expect(await admin.call('GET', '/auth/me')).toMatchObject({ status: 200 })
    expect(dataOf(factorsSchema, await admin.call('GET', '/auth/factors')).required).toBe(true)
    await enrolTotp(strict, admin)
    expect((await admin.call('GET', '/admin/users')).status).toBe(200)
    const trader = await addSignedInUser(strict, 'grace@pairbot.test', 'Trader')
    expect(dataOf(factorsSchema, await trader.call('GET', '/auth/factors')).required).toBe(false)
    await strict.close()
  })
})
