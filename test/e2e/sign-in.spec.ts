import { ADMIN } from '#test/support/server/server.ts'
import { expect, fillSignIn, signIn, test } from './fixtures.ts'

test.describe('sign-in', () => {
  test('[SE-1] leads back to the requested page, and logout ends the session', async ({
    page,
    server,
    consoleErrors,
  }) => {
    await page.goto(`${server.origin}/profile`)
    await expect(page).toHaveURL(/\/signin\?redirect=/)
    await fillSignIn(page)
    await expect(page).toHaveURL(`${server.origin}/profile`)
    await expect(page).toHaveTitle('Pairbot · Profile')

    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/signin/)
    await page.goto(`${server.origin}/dashboard`)
    await expect(page).toHaveURL(/\/signin\?redirect=/)
    expect(consoleErrors).toEqual([])
  })

  test('[SE-2] requires both fields, and a wrong password shows an error and keeps the form', async ({
    page,
    server,
  }) => {
    await page.goto(`${server.origin}/signin`)
    const button = page.getByRole('button', { name: 'Sign In', exact: true })
    await expect(button).toBeDisabled()
    await page.getByLabel(/e-?mail/i).fill(ADMIN.email)
    await expect(button).toBeDisabled()
    await page.getByLabel('Password', { exact: true }).fill('not-the-password')
    await expect(button).toBeEnabled()
    await button.click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByLabel(/e-?mail/i)).toHaveValue(ADMIN.email)
    await expect(button).toBeEnabled()
  })

  test('[SE-3] a reload keeps the session, and /signin redirects a signed-in user', async ({ page, server }) => {
    await signIn(page, server.origin)
    await page.reload()
    await expect(page.getByText('BTC/USD Live Chart (1m)')).toBeVisible()
    await page.goto(`${server.origin}/signin`)
    await expect(page).toHaveURL(`${server.origin}/dashboard`)
  })

  test('[SE-4] MT-05 logout in one tab signs out the other within a second', async ({ page, context, server }) => {
    await signIn(page, server.origin)
    const other = await context.newPage()
    await other.goto(`${server.origin}/profile`)
    await expect(other).toHaveTitle('Pairbot · Profile')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(other).toHaveURL(/\/signin/, { timeout: 2_000 })
  })
})
