import type { Page } from '@playwright/test'
import { tabTo } from './accessibility.ts'
import { expect, signIn, test } from './fixtures.ts'
import { openOtherBrowser, registerUser } from './users.ts'
import { walkToReview } from './wizard.ts'

test.use({ ownServer: true })

async function openTrading(page: Page, origin: string): Promise<void> {
  await signIn(page, origin)
  await page.goto(`${origin}/trading`)
  await expect(page.getByText('Active Strategies (0)')).toBeVisible()
}

/** Creates a strategy in the wizard by keyboard. */
async function create(page: Page, name: string): Promise<void> {
  await walkToReview(page, name)
  await page.getByRole('button', { name: 'Create', exact: true }).press('Enter')
  await expect(page.getByRole('region', { name })).toBeVisible()
}

/** Horizontal overflow of the page and its dialogs, px. */
const overflow = (page: Page) =>
  page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll('[role="dialog"], [role="dialog"] > div')]
    return Math.max(...boxes.map((box) => box.scrollWidth - box.clientWidth))
  })

test.describe('a strategy that lives on', { tag: '@long' }, () => {
  test('[TG-41] [TG-42] [TG-44] is edited by keyboard, compared, and read as it was', async ({
    page,
    server,
    consoleErrors,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await openTrading(page, server.origin)
    await create(page, 'Keys')
    await page.getByRole('button', { name: 'More for Keys' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Edit' }).press('Enter')
    const wizard = page.getByRole('dialog', { name: 'Edit Strategy' })
    await expect(wizard.getByLabel('Name', { exact: true })).toHaveValue('Keys')
    for (let step = 1; step < 4; step += 1) await wizard.getByRole('button', { name: 'Next' }).press('Enter')
    await wizard.getByRole('textbox', { name: 'Stop loss %' }).fill('4')
    await wizard.getByRole('button', { name: 'Next' }).press('Enter')
    await expect(wizard.getByRole('table', { name: 'Risk' })).toContainText('Stop loss %2%4%changed')
    await wizard.getByRole('button', { name: 'Save Version 2' }).press('Enter')
    await expect(page.getByText('Strategy "Keys" is now version 2')).toBeVisible()

    await page.getByRole('button', { name: 'View Keys' }).press('Enter')
    const detail = page.getByRole('dialog', { name: 'Keys', exact: true })
    await tabTo(page, 'Overview')
    await page.keyboard.press('ArrowRight')
    await expect(detail.getByRole('table', { name: 'Risk' })).toContainText('Stop loss %2%4%changed')
    await expect(page).toHaveURL(/tab=versions/)
    await detail.getByRole('button', { name: 'View Version 1' }).press('Enter')
    await expect(detail.getByText('Version 1 of 2')).toBeVisible()
    await expect(detail.getByRole('region', { name: 'Risk Parameters' })).toContainText('Stop loss %2%')
    await page.goBack()
    await expect(detail.getByRole('table', { name: 'All versions' })).toBeVisible()
    await page.goForward()
    await page.reload()
    await expect(detail.getByText('Version 1 of 2')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(detail).toHaveCount(0)
    await expect(page).toHaveURL(/\/trading$/)
    expect(consoleErrors).toEqual([])
  })

  test('[TG-45] is archived and comes back, on a phone', async ({ page, server, consoleErrors }) => {
    await openTrading(page, server.origin)
    await create(page, 'Old')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Stop Old' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: 'More for Old' }).click()
    await page.getByRole('menuitem', { name: 'Archive' }).click()
    await expect(page.getByText('Active Strategies (0)')).toBeVisible()
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Archived' }).click()
    await expect(page).toHaveURL(/status=archived/)
    await expect(page.getByRole('region', { name: 'Old' }).getByText('archived')).toBeVisible()
    await page.getByRole('button', { name: 'More for Old' }).click()
    await page.getByRole('menuitem', { name: 'Unarchive' }).click()
    await expect(page.getByText('Active Strategies (1)')).toBeVisible()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(consoleErrors).toEqual([])
  })

  test('[TG-47] [SG-96] is shared with another Trader until its owner ends that', async ({
    page,
    server,
    browser,
    consoleErrors,
  }) => {
    const other = await registerUser(server, 'ann@pairbot.test', 'Trader')
    await openTrading(page, server.origin)
    await create(page, 'Ours')
    await page.getByRole('button', { name: 'View Ours' }).click()
    const detail = page.getByRole('dialog', { name: 'Ours', exact: true })
    await detail.getByRole('tab', { name: 'Sharing' }).click()
    await detail.getByLabel('E-mail address of a Trader').fill(other.email)
    await page.keyboard.press('Enter')
    await expect(detail.getByRole('list', { name: 'Shared with' })).toContainText(other.email)

    const reader = await openOtherBrowser(browser, server, other, '/trading')
    await reader.signIn()
    const card = reader.page.getByRole('region', { name: 'Ours' })
    await expect(card.getByText('Shared by admin, to read')).toBeVisible()
    await expect(card.getByRole('button', { name: /Pause|Stop|More|Delete/ })).toHaveCount(0)
    await card.getByRole('button', { name: 'View Ours' }).click()
    const shared = reader.page.getByRole('dialog', { name: 'Ours', exact: true })
    await expect(shared.getByRole('heading', { name: 'Latest Decision' })).toBeVisible()
    await expect(shared.getByRole('button', { name: /^Edit|Export JSON/ })).toHaveCount(0)

    await detail.getByRole('button', { name: `Stop sharing with ${other.email}` }).click()
    await expect(shared.getByText('Strategy not found')).toBeVisible()
    await expect(reader.page.getByText('Active Strategies (0)')).toBeVisible()
    await reader.context.close()
    expect(consoleErrors).toEqual([])
  })
})
