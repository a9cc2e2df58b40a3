import type { Page } from '@playwright/test'
import { ADMIN as ADMIN_PATHS, IDENTITY } from '#contract/paths.ts'
import { codeAt } from '#test/support/data/factors.ts'
import { ADMIN, type RunningServer } from '#test/support/server/server.ts'
import { expect, fillSignIn, test } from './fixtures.ts'
import { GUARDED, START, TRADER, transitions, walkOver, type Screen, type StepName } from './session-model.ts'
import { callIdentity, registerUser } from './users.ts'

test.use({ ownServer: true })

const { password } = ADMIN
const tokenOf = async (server: RunningServer, email: string) =>
  String((await callIdentity(server, 'POST', IDENTITY.login, { email, password })).data['access_token'])

/** Sets up an authenticator app; returns the recovery codes. */
async function giveFactor(server: RunningServer, email: string): Promise<string[]> {
  const token = await tokenOf(server, email)
  const { data } = await callIdentity(server, 'POST', IDENTITY.totp, {}, token)
  const code = codeAt(String(data['secret']), Date.now())
  const confirmed = await callIdentity(server, 'POST', IDENTITY.confirmTotp, { code }, token)
  return confirmed.data['recovery_codes'] as string[]
}

interface World {
  readonly page: Page
  /** Another tab of the same browser. */
  readonly other: Page
  readonly server: RunningServer
  readonly codes: string[]
  readonly endSessions: () => Promise<unknown>
}

async function confirmWith(page: Page, code: string): Promise<void> {
  const field = page.getByLabel('Recovery code')
  if (!(await field.isVisible())) await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await field.fill(code)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Does what is refused, and waits for the refusal: the message may be the same as before. */
async function refused(page: Page, path: string, act: () => Promise<void>): Promise<void> {
  const response = page.waitForResponse((each) => each.url().endsWith(path))
  await act()
  await response
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

const DO: Readonly<Record<StepName, (world: World) => Promise<unknown>>> = {
  'a wrong password': ({ page }) =>
    refused(page, IDENTITY.login, () => fillSignIn(page, { ...TRADER, password: 'Wrong-horse-7' })),
  'the password of one without a second factor': ({ page }) => fillSignIn(page, { ...TRADER, password }),
  'the password of one with a second factor': ({ page }) => fillSignIn(page, { ...GUARDED, password }),
  'a wrong code': ({ page }) => refused(page, IDENTITY.loginFactor, () => confirmWith(page, 'wrong')),
  'a recovery code': ({ page, codes }) => confirmWith(page, codes.pop() ?? 'none is left'),
  back: ({ page }) => page.getByRole('button', { name: 'Back' }).click(),
  'sign out': ({ page }) => page.getByRole('button', { name: 'Logout' }).click(),
  async 'sign out in another tab'({ other, server }) {
    await other.goto(`${server.origin}/profile`)
    await other.getByRole('button', { name: 'Logout' }).click()
    await expect(other.getByRole('form', { name: 'Sign In' })).toBeVisible()
    await other.goto('about:blank')
  },
  async 'sign in in another tab'({ other, server }) {
    await other.goto(`${server.origin}/signin?redirect=/profile`)
    await fillSignIn(other, { ...TRADER, password })
    await expect(other.getByRole('button', { name: 'Logout' })).toBeVisible()
    await other.goto('about:blank')
  },
  'an Admin ends the sessions': ({ endSessions }) => endSessions(),
  reload: ({ page }) => page.reload(),
}

/** The page shows what the machine says, and has a token exactly in a session. */
async function expectScreen(page: Page, { shows, user, messages }: Screen): Promise<void> {
  await expect(page.getByRole('form', { name: 'Sign In', exact: true })).toHaveCount(shows === 'password' ? 1 : 0)
  await expect(page.getByRole('form', { name: 'Second step' })).toHaveCount(shows === 'code' ? 1 : 0)
  if (shows === 'shell') await expect(page.getByTitle(`Account security of ${user}`)).toBeVisible()
  else {
    await expect(page.getByRole('alert')).toHaveCount(messages.length)
    await expect(page.getByRole('alert')).toContainText([...messages])
  }
  expect(await page.evaluate(() => localStorage.getItem('pairbot.access_token') !== null)).toBe(shows === 'shell')
}

test('[SE-18] [SE-20] [SE-25] [SE-26] every transition of the session, with and without a second factor @long', async ({
  page,
  server,
  consoleErrors,
}) => {
  test.setTimeout(300_000)
  const walk = walkOver(transitions(), START)
  for (const { email } of [TRADER, GUARDED]) await registerUser(server, email, 'Trader')
  const codes = await giveFactor(server, GUARDED.email)
  const admin = await tokenOf(server, ADMIN.email)
  const { data } = await callIdentity(server, 'GET', ADMIN_PATHS.users, undefined, admin)
  const people = (data['users'] as { id: string; email: string }[]).filter(({ email }) => email !== ADMIN.email)
  const endSessions = () =>
    Promise.all(
      people.map(({ id }) =>
        callIdentity(server, 'DELETE', ADMIN_PATHS.userSessions.replace(':id', id), undefined, admin),
      ),
    )
  const world: World = { page, other: await page.context().newPage(), server, codes, endSessions }

  await page.goto(`${server.origin}/signin?redirect=/profile`)
  const began = performance.now()
  for (const { step, screen } of walk)
    await test.step(`${step}: ${JSON.stringify(screen)}`, async () => {
      await DO[step](world)
      await expectScreen(page, screen)
    })
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  process.stdout.write(`session: ${new Set(walk).size} transitions in ${walk.length} steps, ${seconds} s\n`)
  expect(consoleErrors).toEqual([])
})
