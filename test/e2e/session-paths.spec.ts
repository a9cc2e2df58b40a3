import type { Page } from '@playwright/test'
import * as ADMINISTRATION from '#contract/endpoints/administration.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import { ADMIN, type RunningServer } from '#test/support/server/server.ts'
import { expect, fillSignIn, test } from './fixtures.ts'
import { GUARDED, START, TRADER, transitions, walkOver, type Screen, type StepName } from './session-model.ts'
import { callIdentity, registerUser } from './users.ts'

test.use({ ownServer: true })

const { password } = ADMIN
const tokenOf = async (server: RunningServer, email: string) =>
  String((await callIdentity(server, 'POST', AUTH.login.path, { email, password })).data['access_token'])

/** Passkeys are made for host names, not for network addresses. */
const originOf = ({ port }: RunningServer) => `http://localhost:${port}`

/** A device that makes and keeps passkeys, without asking. None are suggested: it would take the suggestion at once. */
async function addDevice(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Makes a passkey of the page's device; returns the recovery codes. */
async function givePasskey(page: Page, email: string): Promise<string[]> {
  await fillSignIn(page, { email, password })
  await page.getByTitle(`Account security of ${email}`).click()
  await page.getByRole('button', { name: 'Add Passkey' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Laptop')
  await page.getByRole('button', { name: 'Continue' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const texts = await codes.allTextContents()
  await page.getByRole('button', { name: 'I Saved Them' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('form', { name: 'Sign In', exact: true })).toBeVisible()
  return texts
}

interface World {
  readonly page: Page
  /** Another tab of the same browser, which follows what happens in this one. */
  readonly other: Page
  readonly codes: string[]
  readonly endSessions: () => Promise<unknown>
}

async function confirmWith(page: Page, code: string): Promise<void> {
  const field = page.getByLabel('Recovery code')
  if (!(await field.isVisible())) await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await field.fill(code)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

async function confirmWithPasskey(page: Page): Promise<void> {
  const other = page.getByRole('button', { name: 'Use a passkey' })
  if (await other.isVisible()) await other.click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('pairbot.access_token'))

/** Does what is refused, and waits for the refusal: the message may be the same as before. */
async function refused(page: Page, path: string, act: () => Promise<void>): Promise<void> {
  const response = page.waitForResponse((each) => each.url().endsWith(path))
  await act()
  await response
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

const DO: Readonly<Record<StepName, (world: World) => Promise<unknown>>> = {
  'a wrong password': ({ page }) =>
    refused(page, AUTH.login.path, () => fillSignIn(page, { ...TRADER, password: 'Wrong-horse-7' })),
  'the password of one without a second factor': ({ page }) => fillSignIn(page, { ...TRADER, password }),
  'the password of one with a second factor': ({ page }) => fillSignIn(page, { ...GUARDED, password }),
  'a wrong code': ({ page }) => refused(page, AUTH.loginFactor.path, () => confirmWith(page, 'wrong')),
  'a passkey': ({ page }) => confirmWithPasskey(page),
  'a recovery code': ({ page, codes }) => confirmWith(page, codes.pop() ?? 'none is left'),
  back: ({ page }) => page.getByRole('button', { name: 'Back' }).click(),
  'sign out': ({ page }) => page.getByRole('button', { name: 'Logout' }).click(),
  'five minutes at the second step': ({ page }) => page.clock.fastForward(300_000),
  'sign out in another tab': ({ other }) => other.getByRole('button', { name: 'Logout' }).click(),
  'sign in in another tab': ({ other }) => fillSignIn(other, { ...TRADER, password }),
  'an Admin ends the sessions': ({ endSessions }) => endSessions(),
  async 'eleven minutes in a session'({ page }) {
    const before = await storedToken(page)
    await page.clock.fastForward(660_000)
    await expect.poll(() => storedToken(page)).not.toBe(before)
  },
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
  expect((await storedToken(page)) !== null).toBe(shows === 'shell')
}

test('[SE-8] [SE-18] [SE-20] [SE-25] [SE-26] [SE-27] [SE-28] every transition of the session, with and without a second factor @long', async ({
  page,
  server,
  consoleErrors,
}) => {
  test.setTimeout(480_000)
  const walk = walkOver(transitions(), START)
  for (const { email } of [TRADER, GUARDED]) await registerUser(server, email, 'Trader')
  const admin = await tokenOf(server, ADMIN.email)
  const { data } = await callIdentity(server, 'GET', ADMINISTRATION.users.path, undefined, admin)
  const people = (data['users'] as { id: string; email: string }[]).filter(({ email }) => email !== ADMIN.email)
  const endSessions = () =>
    Promise.all(
      people.map(({ id }) =>
        callIdentity(server, 'DELETE', ADMINISTRATION.userSessions.path.replace(':id', id), undefined, admin),
      ),
    )
  await page.clock.install()
  await addDevice(page)
  const address = `${originOf(server)}/signin?redirect=/profile`
  await page.goto(address)
  const codes = await givePasskey(page, GUARDED.email)
  const world: World = { page, other: await page.context().newPage(), codes, endSessions }
  await world.other.goto(address)
  await page.goto(address)
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
