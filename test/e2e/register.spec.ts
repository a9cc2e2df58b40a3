import type { Page } from '@playwright/test'
import * as z from 'zod/mini'
import { sessionGrantSchema, successOf } from '#contract/auth.ts'
import { adminSessionsSchema } from '#contract/admin.ts'
import { createdInvitationSchema } from '#contract/invitations.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { ADMIN } from '#test/support/server/server.ts'
import { expect, fillSignIn, signIn, test } from './fixtures.ts'
import { accessibilityProblems } from './accessibility.ts'

const GRACE = { email: 'grace@pairbot.test', password: 'Nine-lives-9' }
const submit = (page: Page) => page.getByRole('button', { name: 'Create Account' })

/** HTTP calls as the administrator. */
async function administrator(origin: string) {
  const call = async <T extends z.ZodMiniType>(
    schema: T,
    path: string,
    init: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ): Promise<z.infer<T>> => {
    const response = await fetch(`${origin}${DEFAULT_BASES.identity}${path}`, {
      ...init,
      headers: { 'content-type': 'application/json', ...init.headers },
    })
    return z.parse(schema, z.parse(successOf(z.unknown()), await response.json()).data)
  }
  const { access_token } = await call(sessionGrantSchema, '/auth/login', {
    method: 'POST',
    body: JSON.stringify(ADMIN),
  })
  const headers = { authorization: `Bearer ${access_token}` }
  return {
    async invite(email = GRACE.email) {
      const body = JSON.stringify({ email })
      const created = await call(createdInvitationSchema, '/admin/invitations', { method: 'POST', body, headers })
      return created.invitation.code
    },
    revoke: (code: string) =>
      call(z.unknown(), `/admin/invitations/${code}/revoke`, { method: 'POST', body: '{}', headers }),
    /** Number of a user's sessions that are not revoked. */
    async sessionsOf(email: string) {
      const { sessions } = await call(adminSessionsSchema, '/admin/sessions', { headers })
      return sessions.filter(({ user_email, is_revoked }) => user_email === email && !is_revoked).length
    },
  }
}

async function fillForm(page: Page, password = GRACE.password): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(password)
}

test.use({ ownServer: true })

test.describe('registration', () => {
  test.use({ serverEnv: { PAIRBOT_LOG: 'info' } })

  test('[RG-1] [RG-4] [RG-6] leads from the invitation link to the dashboard and leaves the code nowhere @long', async ({
    page,
    server,
    consoleErrors,
  }) => {
    const admin = await administrator(server.origin)
    const code = await admin.invite()
    await page.goto(`${server.origin}/register?code=${code}`)
    await expect(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible()
    await expect(page).toHaveURL(`${server.origin}/register`)
    await expect(page.getByLabel('E-mail')).toHaveValue(GRACE.email)
    await expect(page.getByText('Trader')).toBeVisible()

    await fillForm(page, 'Password1')
    await submit(page).click()
    await expect(page.getByRole('alert')).toHaveText('Password is too common. Please choose another one.')
    await fillForm(page)
    await submit(page).click()
    await expect(page).toHaveURL(`${server.origin}/dashboard`)
    await expect(page.getByText(GRACE.email)).toBeVisible()

    const remaining = await page.evaluate(() =>
      JSON.stringify([history.state, Object.entries(localStorage), Object.entries(sessionStorage)]),
    )
    expect(remaining).not.toContain(code)
    expect(server.output()).not.toContain(code)
    expect(server.output()).toContain('/auth/register')
    // The sign-in replaced the session of the registration.
    expect(await admin.sessionsOf(GRACE.email)).toBe(1)
    await page.goBack()
    expect(page.url()).not.toContain(code)
    expect(consoleErrors).toEqual([])
  })

  test('[RG-2] [RG-3] rejects a missing, an unknown and a revoked code', { tag: '@long' }, async ({ page, server }) => {
    const admin = await administrator(server.origin)
    const revoked = await admin.invite()
    await admin.revoke(revoked)
    const text = page.getByRole('alert')
    await page.goto(`${server.origin}/register`)
    await expect(text).toHaveText('No invitation code provided')
    for (const code of ['0123456789abcdef0123456789abcdef', revoked, '12345678901234567890123456789012']) {
      await page.goto(`${server.origin}/register?code=${code}`)
      await expect(page.getByRole('heading', { name: 'Invalid Invitation' })).toBeVisible()
      await expect(text).toHaveText('Invalid or expired invitation code')
    }
    await page.getByRole('button', { name: 'Back to Sign In' }).click()
    await expect(page).toHaveURL(`${server.origin}/signin`)
  })

  test(
    '[RG-8] [PE-11] of two browsers with one link one registers, the other sees the error and signs in',
    { tag: '@long' },
    async ({ page, browser, server }) => {
      const code = await (await administrator(server.origin)).invite()
      const otherBrowser = await browser.newContext()
      const other = await otherBrowser.newPage()
      for (const tab of [page, other]) {
        await tab.goto(`${server.origin}/register?code=${code}`)
        await fillForm(tab)
      }
      await submit(page).click()
      await expect(page).toHaveURL(`${server.origin}/dashboard`)

      await submit(other).click()
      await expect(other.getByRole('alert')).toHaveText('Invalid or expired invitation code')
      await expect(other.getByLabel('E-mail')).toHaveValue(GRACE.email)
      await other.getByRole('link', { name: 'Already have an account? Sign In' }).click()
      await fillSignIn(other, GRACE)
      await expect(other).toHaveURL(`${server.origin}/dashboard`)
      await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
      await otherBrowser.close()
    },
  )

  test('[RG-3] the check can be retried after a lost request', { tag: '@long' }, async ({ page, server }) => {
    const code = await (await administrator(server.origin)).invite()
    await page.route('**/invitations/validate*', (route) => route.abort(), { times: 1 })
    await page.goto(`${server.origin}/register?code=${code}`)
    await expect(page.getByRole('alert')).toHaveText('Failed to validate invitation code')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible()
  })

  test('[RG-9] redirects a signed-in user to the dashboard', { tag: '@long' }, async ({ page, server }) => {
    const code = await (await administrator(server.origin)).invite()
    await signIn(page, server.origin)
    await page.goto(`${server.origin}/register?code=${code}`)
    await expect(page).toHaveURL(`${server.origin}/dashboard`)
  })

  test(
    '[UI-13] [UI-14] has no serious axe violations and does not scroll horizontally, in both themes',
    { tag: '@long' },
    async ({ page, server }) => {
      const code = await (await administrator(server.origin)).invite()
      await page.setViewportSize({ width: 360, height: 800 })
      const check = async () => expect(await accessibilityProblems(page, 'registration', { widths: [360] })).toEqual([])
      await page.goto(`${server.origin}/register?code=${code}`)
      await submit(page).click()
      await expect(page.getByText('Password is required')).toBeVisible()
      await check()
      await page.goto(`${server.origin}/register`)
      await expect(page.getByText('Open your invitation link again.')).toBeVisible()
      await check()
    },
  )
})
