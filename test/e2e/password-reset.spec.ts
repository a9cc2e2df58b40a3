import type { Page } from '@playwright/test'
import { expect, fillSignIn, test } from './fixtures.ts'
import { openOtherBrowser, registerUser } from './users.ts'

test.use({ ownServer: true })

const GRACE = 'grace@pairbot.test'
const NEXT = 'Another-horse-8'

/** Everything that this tab and this browser remember: addresses, states of the history, storage, cookies, databases and caches. */
const rememberedBy = async (page: Page): Promise<string> => {
  const stored = await page.evaluate(async () => ({
    address: location.href,
    state: JSON.stringify(history.state),
    title: document.title,
    local: JSON.stringify(localStorage),
    session: JSON.stringify(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
  }))
  const client = await page.context().newCDPSession(page)
  const { entries } = await client.send('Page.getNavigationHistory')
  await client.detach()
  // What was typed into the bar is the browser's own.
  const visited = entries.map(({ url, title }) => [url, title])
  return JSON.stringify([stored, visited, await page.context().cookies()])
}

async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('New password again', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Set Password' }).click()
}

test('[RS-7] [RS-4] [RS-5] [RS-10] a forgotten password is reset with the link of an Admin, once @long', async ({
  page,
  browser,
  server,
  consoleErrors,
}) => {
  const grace = await registerUser(server, GRACE, 'Trader')
  const old = await openOtherBrowser(browser, server, grace, '/profile')
  await old.signIn()
  const context = await browser.newContext()
  const hers = await context.newPage()
  await hers.goto(`${server.origin}/signin`)
  await hers.getByRole('link', { name: 'Forgot your password?' }).click()
  // The sign-in screen has such a field, too.
  await hers.getByRole('form', { name: 'Reset Your Password' }).getByLabel('E-mail').fill(GRACE)
  await hers.getByRole('button', { name: 'Get a Link' }).click()
  await expect(hers.getByText('This server sends no e-mail. Ask an Admin for a link')).toBeVisible()

  await page.goto(`${server.origin}/signin?redirect=/admin/users`)
  await fillSignIn(page)
  await page.getByRole('button', { name: `Manage ${GRACE}` }).click()
  const dialog = page.getByRole('dialog', { name: 'User Details' })
  await dialog.getByRole('button', { name: 'Create Reset Link' }).click()
  const link = await dialog.getByRole('region', { name: 'Forgotten password' }).locator('code').innerText()
  const [address, secret = ''] = link.split('#')
  expect(address).toBe(`${server.origin}/reset-password`)
  expect(secret).toMatch(/^[\w-]{43}$/)

  await hers.goto(link)
  await expect(hers).toHaveURL(`${server.origin}/reset-password`)
  await expect(hers.getByRole('form', { name: 'Choose a New Password' })).toBeVisible()
  expect(await rememberedBy(hers)).not.toContain(secret)
  await setPassword(hers, NEXT)
  await expect(hers.getByText('Your password is set, and you are signed out everywhere.')).toBeVisible()
  await expect(old.page.getByText('Your session was ended from elsewhere. Please log in again.')).toBeVisible()
  expect(await rememberedBy(hers)).not.toContain(secret)

  await hers.getByRole('link', { name: 'Sign In', exact: true }).click()
  await fillSignIn(hers, grace)
  await expect(hers.getByRole('alert')).toContainText('Invalid email or password')
  await fillSignIn(hers, { email: GRACE, password: NEXT })
  await expect(hers.getByRole('button', { name: 'Logout' })).toBeVisible()
  expect(await rememberedBy(hers)).not.toContain(secret)

  await old.page.goto(link)
  await setPassword(old.page, 'Third-horse-9')
  await expect(old.page.getByRole('alert')).toHaveText('This link is invalid or has expired. Ask for a new one.')
  await old.page.goto(`${server.origin}/signin`)
  await fillSignIn(old.page, { email: GRACE, password: 'Third-horse-9' })
  await expect(old.page.getByRole('alert')).toContainText('Invalid email or password')
  expect(consoleErrors).toEqual([])
  await context.close()
  await old.context.close()
})
