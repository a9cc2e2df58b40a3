import { expect, signIn, test } from './fixtures.ts'

test.describe('paper trading', () => {
  test.use({ ownServer: true })

  test('[PT-12] a strategy from a template trades on paper, and everything is stopped', async ({
    page,
    faults,
    consoleErrors,
  }) => {
    await signIn(page, faults.origin)
    await page.goto(`${faults.origin}/trading`)
    await page.getByRole('button', { name: 'New Strategy' }).click()
    await page.getByRole('button', { name: /Conservative Trend Following/ }).click()
    await page.getByRole('button', { name: 'Use This Template' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Slow and steady')
    await page.getByRole('button', { name: 'Create Strategy' }).click()
    await expect(page.getByText('Slow and steady').first()).toBeVisible()

    await page.getByRole('button', { name: 'Start Paper Trading' }).click()
    const starting = page.getByRole('dialog', { name: 'Start Paper Trading' })
    await starting.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(page.getByText('$10,000.00').first()).toBeVisible()

    await page.getByRole('button', { name: 'Add Strategy' }).click()
    const allocating = page.getByRole('dialog', { name: 'Trade on Paper' })
    await expect(allocating.getByText('$10,000.00 of the account is free')).toBeVisible()
    await allocating.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('tab', { name: 'Strategies' }).click()
    const row = page.getByRole('region', { name: 'Strategies on paper' }).getByRole('row', { name: /Slow and steady/ })
    await expect(row).toContainText('$2,000.00')

    await page.getByRole('button', { name: 'Stop Everything' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop Everything' }).click()
    await expect(page.getByText('Paper trading is stopped')).toBeVisible()
    await page.getByRole('button', { name: 'Let It Go On' }).click()
    await expect(page.getByText('Paper trading is stopped')).toBeHidden()

    await page.getByRole('tab', { name: 'Ledger' }).click()
    await expect(page.getByRole('region', { name: 'Ledger' })).toContainText('Paper trading goes on.')
    expect(consoleErrors).toEqual([])
  })
})
