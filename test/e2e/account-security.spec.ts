import type { Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { openDatabase } from '#server/database/open.ts'
import { codeAt } from '#test/support/data/factors.ts'
import { ADMIN, startServer, type RunningServer } from '#test/support/server/server.ts'
import { accessibilityProblems } from './accessibility.ts'
import { expect, fillSignIn, test } from './fixtures.ts'
import { confirmDialog } from './users.ts'

test.use({ ownServer: true })

async function openSecurity(page: Page, server: RunningServer): Promise<void> {
  await page.goto(`${server.origin}/signin?redirect=/profile/security`)
  await fillSignIn(page)
  await expect(page.getByRole('region', { name: 'API tokens' })).toBeVisible()
}

async function fillNewToken(page: Page, name: string, scope: string): Promise<void> {
  await page.getByRole('button', { name: 'Create Token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create API Token' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('checkbox', { name: scope }).check()
  await dialog.getByRole('button', { name: 'Create' }).click()
}
const createdSecret = (page: Page) => page.getByRole('dialog', { name: 'Your API Token' }).getByLabel('API token')

/** Stops the server, lets all sessions be eleven minutes older, and starts it again at the same address. */
async function ageSessions(server: RunningServer): Promise<RunningServer> {
  await server.stop()
  const database = await openDatabase(
    { engine: 'embedded', directory: server.dataDir, lockTimeoutMs: 10_000 },
    (error) => {
      throw error
    },
  )
  await database.db.execute(
    sql`update sessions set created_at = created_at - interval '11 minutes', proven_at = proven_at - interval '11 minutes'`,
  )
  await database.close()
  return startServer({ dataDir: server.dataDir, env: { PORT: String(server.port) } })
}

test('[TK-1] [TK-7] an API token is created, works, and is refused once it is revoked @long', async ({
  page,
  server,
  consoleErrors,
}) => {
  await openSecurity(page, server)
  await fillNewToken(page, 'Nightly report', 'Read strategies')
  const secret = await createdSecret(page).innerText()
  expect(secret).toMatch(/^pairbot_[\w-]{43}$/)
  const list = `${server.origin}${DEFAULT_BASES.strategy}${STRATEGIES.list.path}`
  const statusOf = async () => (await fetch(list, { headers: { authorization: `Bearer ${secret}` } })).status
  expect(await statusOf()).toBe(200)

  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)
  await page.reload()
  const row = page.getByRole('row', { name: /Nightly report/ })
  await expect(row).not.toContainText('Never')
  await row.getByRole('button', { name: 'Revoke Nightly report' }).click()
  await confirmDialog(page, 'Revoke')
  await expect(page.getByText('No API tokens')).toBeVisible()
  expect(await statusOf()).toBe(401)
  expect(consoleErrors).toEqual([])
})

test('[ID-77] an authenticator app is removed, and the password alone signs in again @long', async ({
  page,
  server,
}) => {
  await openSecurity(page, server)
  await page.getByRole('button', { name: 'Set Up' }).click()
  const secret = (await page.getByRole('dialog').locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now()))
  await page.getByRole('button', { name: 'Turn On' }).click()
  await page.getByRole('button', { name: 'I Saved Them' }).click()
  const app = page.getByRole('region', { name: 'Authenticator app' })
  await app.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('The recovery codes are void.')
  await confirmDialog(page, 'Remove')
  await expect(app.getByRole('button', { name: 'Set Up' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Recovery codes' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Logout' }).click()
  await fillSignIn(page)
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('[SE-29] [ID-85] asks for the password after ten minutes, then does what was wanted @long', async ({
  page,
  server,
}) => {
  await openSecurity(page, server)
  const aged = await ageSessions(server)
  try {
    await page.reload()
    await fillNewToken(page, 'Nightly report', 'Read strategies')
    const dialog = page.getByRole('dialog', { name: 'Confirm That It Is You' })
    await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
    expect(await accessibilityProblems(page, 'asked for a proof')).toEqual([])
    await page.screenshot({ path: test.info().outputPath('asked.png') })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.screenshot({ path: test.info().outputPath('asked-390.png') })
    await page.setViewportSize({ width: 1440, height: 900 })

    // Escape closes this dialog alone, and what was typed stays.
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    const form = page.getByRole('dialog', { name: 'Create API Token' })
    await expect(form.getByRole('alert')).toContainText('Prove again who you are')
    await form.getByRole('button', { name: 'Create' }).click()
    await dialog.getByLabel('Password', { exact: true }).fill('Wrong-horse-7')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText('The password is not correct')
    await dialog.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.keyboard.press('Enter')
    await expect(createdSecret(page)).toHaveText(/^pairbot_/)
    await page.getByRole('button', { name: 'Done' }).click()
    // The next one asks for nothing.
    await fillNewToken(page, 'Another', 'Read strategies')
    await expect(createdSecret(page)).toHaveText(/^pairbot_/)
  } finally {
    await aged.stop()
  }
})

test.describe('a server that demands a second factor of Admins', () => {
  test.use({ serverEnv: { PAIRBOT_ADMIN_FACTOR: 'required' } })

  test('[AS-65] [ID-79] leads an Admin without one from the admin area to setting it up, and back @long', async ({
    page,
    server,
  }) => {
    await page.goto(`${server.origin}/signin?redirect=/admin/users`)
    await fillSignIn(page)
    await expect(page.getByRole('heading', { name: 'Set Up a Second Factor First' })).toBeVisible()
    expect(await accessibilityProblems(page, 'factor required')).toEqual([])
    await page.screenshot({ path: test.info().outputPath('required.png') })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.screenshot({ path: test.info().outputPath('required-390.png') })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('link', { name: 'Set Up a Second Factor' }).click()
    await page.getByRole('button', { name: 'Set Up' }).click()
    const secret = (await page.getByRole('dialog').locator('code').innerText()).replaceAll(' ', '')
    await page.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now()))
    await page.getByRole('button', { name: 'Turn On' }).click()
    await page.getByRole('button', { name: 'I Saved Them' }).click()
    await page.getByRole('link', { name: 'Admin', exact: true }).first().click()
    await page.getByRole('link', { name: 'Users', exact: true }).first().click()
    await expect(page.getByText(ADMIN.email).first()).toBeVisible()
  })
})
