import { ADMIN, type RunningServer } from '#test/support/server/server.ts'
import { expect, fillSignIn, signIn, test } from './fixtures.ts'
import { confirmDialog, openOtherBrowser, callIdentity, createInvitation, registerUser } from './users.ts'
import { accessibilityProblems } from './accessibility.ts'

test.use({ ownServer: true })

const WIDTHS = [360, 768, 1280, 1920]
const SCREENS = [
  ['/admin/dashboard', 'System Overview'],
  ['/admin/users', ADMIN.email],
  ['/admin/invitations', 'guest@pairbot.test'],
  ['/admin/sessions', ADMIN.email],
  ['/admin/security', 'wrong password'],
  ['/admin/security?tab=audit', 'session.started'],
  ['/admin/security?tab=alerts', 'No active security alerts'],
  ['/profile', 'This session'],
] as const

/** Data for every screen: an invitation and a failed login. */
async function createSampleData(server: RunningServer): Promise<void> {
  await createInvitation(server, 'guest@pairbot.test', 'Trader')
  await callIdentity(server, 'POST', '/auth/login', { ...ADMIN, password: 'wrong' })
}

test(
  '[AS-60] every screen of the admin area shows its data, has no serious axe violations, and does not scroll horizontally',
  { tag: '@long' },
  async ({ page, server, consoleErrors }) => {
    await createSampleData(server)
    await signIn(page, server.origin)
    const problems: string[] = []
    for (const [path, text] of SCREENS) {
      await page.goto(`${server.origin}${path}`)
      await expect(page.getByRole('main').getByText(text).filter({ visible: true }).first()).toBeVisible()
      problems.push(...(await accessibilityProblems(page, path, { widths: WIDTHS })))
    }
    expect(problems).toEqual([])
    expect(consoleErrors).toEqual([])
  },
)

test(
  '[AS-61] an invitation is created, its code copied, and the same code registers',
  { tag: '@long' },
  async ({ page, context, server }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(page, server.origin)
    await page.goto(`${server.origin}/admin/dashboard`)
    await page.getByRole('link', { name: 'Create Invitation' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Invitation' })
    await dialog.getByLabel('Email').fill('new@pairbot.test')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('No email was sent: the server has no mail server.')).toBeVisible()
    const code = await dialog.getByLabel('Invitation code').textContent()
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
    await dialog.getByRole('button', { name: 'Done' }).click()
    const row = page.getByRole('row', { name: /new@pairbot\.test/ })
    await expect(row).toContainText(code?.slice(0, 8) ?? 'no code')
    const { data } = await callIdentity(server, 'POST', '/auth/register', {
      invitation_code: code,
      email: 'new@pairbot.test',
      password: ADMIN.password,
    })
    expect(data['user']).toEqual({ email: 'new@pairbot.test', role: 'Trader', username: 'new' })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(row).toContainText('Used')
  },
)

test(
  '[AS-62] a demoted user is taken to /signin with the reason',
  { tag: '@long' },
  async ({ page, browser, server }) => {
    const eve = await registerUser(server, 'eve@pairbot.test', 'Admin')
    const other = await openOtherBrowser(browser, server, eve)
    await other.signIn()
    await signIn(page, server.origin)
    await page.goto(`${server.origin}/admin/users?search=eve`)
    await page.getByRole('button', { name: 'Manage eve@pairbot.test' }).click()
    const dialog = page.getByRole('dialog', { name: 'User Details' })
    await dialog.getByRole('button', { name: 'Demote to Trader' }).click()
    await confirmDialog(page, 'Demote to Trader')
    await expect(other.page.getByText('Your role has changed. Please log in again.')).toBeVisible()
    await expect(page.getByText('User role updated')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Promote to Admin' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('row', { name: /eve@pairbot\.test/ })).toContainText('Trader')
    await expect(page.getByRole('button', { name: 'Manage eve@pairbot.test' })).toBeFocused()
    await other.context.close()
  },
)

test(
  '[AS-64] a user ends their session in another browser and changes the password',
  { tag: '@long' },
  async ({ page, browser, server }) => {
    const other = await openOtherBrowser(browser, server, ADMIN)
    await other.signIn()
    await signIn(page, server.origin)
    await page.goto(`${server.origin}/profile`)
    await page
      .getByRole('button', { name: /^Revoke/ })
      .first()
      .click()
    await confirmDialog(page, 'Revoke')
    await expect(other.page.getByText('Your session was ended from elsewhere. Please log in again.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Current password' }).fill(ADMIN.password)
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill('Correct-horse-8')
    await page.getByRole('textbox', { name: 'New password again' }).fill('Correct-horse-8')
    await page.getByRole('button', { name: 'Change Password' }).click()
    await expect(page.getByText('Password changed')).toBeVisible()
    await fillSignIn(other.page, { ...ADMIN, password: 'Correct-horse-8' })
    await expect(other.page).toHaveURL(`${server.origin}/dashboard`)
    await other.context.close()
  },
)
