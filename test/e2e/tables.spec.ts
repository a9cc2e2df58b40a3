import type { Page } from '@playwright/test'
import { ADMIN } from '#test/support/server/server.ts'
import { expect, signIn, test } from './fixtures.ts'
import { createStrategy } from './strategy-calls.ts'
import { callIdentity, createInvitation, registerUser } from './users.ts'
import { applyVariant, expectNoOverflow, press, use, VARIANTS, type Variant } from './variants.ts'

test.use({ ownServer: true })

interface Table {
  readonly path: string
  readonly name: string
  /** Header that is pressed, its column, and the order that the first press leads to. */
  readonly sort: readonly [header: string, column: string, direction: 'ascending' | 'descending']
  readonly hidden: string
  readonly hasSelection: boolean
}

const TABLES: readonly Table[] = [
  { path: '/admin/users', name: 'Users', sort: ['Email', 'email', 'ascending'], hidden: 'Role', hasSelection: true },
  {
    path: '/admin/invitations',
    name: 'Invitations',
    sort: ['Email', 'email', 'ascending'],
    hidden: 'Role',
    hasSelection: true,
  },
  {
    path: '/admin/sessions?view=table',
    name: 'Sessions',
    sort: ['User', 'user_email', 'ascending'],
    hidden: 'Device',
    hasSelection: true,
  },
  {
    path: '/admin/security',
    name: 'Login attempts',
    sort: ['Email', 'email', 'ascending'],
    hidden: 'IP',
    hasSelection: false,
  },
  {
    path: '/admin/security?tab=audit',
    name: 'Audit log',
    sort: ['Action', 'action', 'ascending'],
    hidden: 'IP',
    hasSelection: false,
  },
  {
    path: '/trading?view=table',
    name: 'Strategies',
    sort: ['Name', 'name', 'ascending'],
    hidden: 'Rules',
    hasSelection: true,
  },
]

const MODELS = ['Fast', 'Deep', 'Old'].map((name, n) => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  name,
  description: '',
  is_active: n === 0,
  created_at: '2026-01-05T08:00:00Z',
  updated_at: '2026-01-05T08:00:00Z',
  model_type: 'xgboost',
  timeframe: '1m',
  trading_pair: 'BTCUSD',
  exchange: 'kraken',
  format: 'onnx',
  file_name: `${name}.onnx`,
  size_bytes: 1_000_000 * (n + 1),
  scoring: { state: 'idle', reason: null },
}))

async function createStrategies(page: Page, origin: string): Promise<void> {
  for (const name of ['Beta', 'Alpha']) await createStrategy(page, origin, name)
}

async function tryTable(page: Page, variant: Variant, { name, sort, hidden, hasSelection }: Table): Promise<void> {
  const [header, column, direction] = sort
  const table = page.getByRole('table', { name, exact: true })
  const firstSort = table.getByRole('columnheader', { name: header, exact: true })
  await expect(table).toBeVisible()
  await press(page, variant, header)
  await expect(firstSort).toHaveAttribute('aria-sort', direction)
  await expect(page).toHaveURL(new RegExp(`sort=${column}`))
  await press(page, variant, header)
  await expect(firstSort).toHaveAttribute('aria-sort', 'descending')
  await page.reload()
  await expect(firstSort).toHaveAttribute('aria-sort', 'descending')

  await press(page, variant, 'Columns')
  const item = page.getByRole('menuitemcheckbox', { name: hidden, exact: true })
  await (variant.isByKeyboard ? item.press('Enter') : item.click())
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/hide=/)
  await expect(table.getByRole('columnheader', { name: hidden, exact: true })).toHaveCount(0)

  if (hasSelection) {
    const box = table.getByRole('checkbox', { name: /^Select (?!all)/ }).first()
    await (variant.isByKeyboard ? box.press('Space') : box.click())
    await expect(page.getByText('1 selected')).toBeVisible()
  }
  await table.locator('..').focus()
  await page.keyboard.press('ArrowDown')
  await expect(table.getByRole('row').nth(1)).toBeFocused()
  await expectNoOverflow(page)
}

test(
  '[AS-71] [AS-72] [AS-73] [AS-74] [TG-49] every table sorts, hides columns, selects and keeps it all in the address',
  { tag: '@long' },
  async ({ page, server, consoleErrors }, testInfo) => {
    test.setTimeout(300_000)
    await createInvitation(server, 'guest@pairbot.test', 'Trader')
    await registerUser(server, 'eve@pairbot.test', 'Trader')
    await callIdentity(server, 'POST', '/auth/login', { ...ADMIN, password: 'wrong' })
    await signIn(page, server.origin)
    await createStrategies(page, server.origin)
    for (const variant of VARIANTS) {
      await applyVariant(page, variant)
      for (const table of TABLES) {
        await page.goto(server.origin + table.path)
        await tryTable(page, variant, table)
        await page.screenshot({
          path: testInfo.outputPath(`${table.name} ${variant.colorScheme} ${variant.width}.png`),
        })
      }
    }
    expect(consoleErrors).toEqual([])
  },
)

test(
  '[ML-111] [TG-49] models in a table, and lists of strategies and models as files',
  { tag: '@long' },
  async ({ page, server, consoleErrors }, testInfo) => {
    await page.route('**/api/models/list', (route) => route.fulfill({ json: { success: true, data: MODELS } }))
    await signIn(page, server.origin)
    await createStrategies(page, server.origin)
    for (const variant of VARIANTS) {
      await applyVariant(page, variant)
      await page.goto(`${server.origin}/dashboard?models=table&q=e`)
      const dialog = page.getByRole('dialog', { name: 'All Models' })
      await expect(dialog.getByText('Page 1 of 1 (1 total models)')).toBeVisible()
      await dialog.getByLabel('Search (name, description, type)').fill('')
      await expect(dialog.getByText('Page 1 of 1 (3 total models)')).toBeVisible()
      await press(page, variant, 'Size')
      await expect(dialog.getByRole('row').nth(1)).toContainText('Old')
      await expect(page).toHaveURL(/sort=-size/)
      const saving = page.waitForEvent('download')
      const menu = dialog.getByRole('button', { name: 'Export', exact: true })
      await (variant.isByKeyboard ? menu.press('Enter') : menu.click())
      const csv = page.getByRole('menuitem', { name: /CSV/ })
      await (variant.isByKeyboard ? csv.press('Enter') : csv.click())
      expect((await saving).suggestedFilename()).toBe('pairbot-models.csv')
      await page.screenshot({ path: testInfo.outputPath(`Models ${variant.colorScheme} ${variant.width}.png`) })
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(page).toHaveURL(`${server.origin}/dashboard`)
    }
    expect(consoleErrors).toEqual([])
  },
)

test(
  '[AS-9] [AS-12] [AS-76] oneself is marked, ending the own session warns, and user, sessions, sign-ins and audit link to each other',
  { tag: '@long' },
  async ({ page, server }, testInfo) => {
    await signIn(page, server.origin)
    for (const variant of VARIANTS) {
      await applyVariant(page, variant)
      await page.goto(`${server.origin}/admin/users`)
      await expect(page.getByRole('row', { name: new RegExp(ADMIN.email) })).toContainText('You')
      await press(page, variant, `Manage ${ADMIN.email}`)
      const details = page.getByRole('dialog', { name: 'User Details' })
      const follow = async (name: string | RegExp, url: RegExp) => {
        const link = details.getByRole('link', { name })
        await (variant.isByKeyboard ? link.press('Enter') : link.click())
        await expect(page).toHaveURL(url)
        await page.goBack()
        await expect(details).toBeVisible()
      }
      await follow('View login attempts', /security\?.*email=/)
      await follow('View in the audit log', /tab=audit.*user=/)
      await page.screenshot({ path: testInfo.outputPath(`User ${variant.colorScheme} ${variant.width}.png`) })
      const sessions = details.getByRole('link', { name: /active, \d+ total/ })
      await (variant.isByKeyboard ? sessions.press('Enter') : sessions.click())
      await expect(page).toHaveURL(/admin\/sessions\?search=/)
      await page.goto(`${server.origin}/admin/security`)
      await use(variant, page.getByRole('link', { name: `Sessions of ${ADMIN.email}` }).first())
      await expect(page).toHaveURL(/admin\/sessions\?search=/)
      await page.goto(`${server.origin}/admin/sessions?view=table`)
      const own = page.getByRole('row', { name: /This session/ })
      await expect(own).toContainText('You')
      for (const [link, address] of [
        [`Sign-ins of ${ADMIN.email}`, /security\?email=/],
        [`Audit log of ${ADMIN.email}`, /security\?tab=audit&email=/],
      ] as const) {
        await use(variant, own.getByRole('link', { name: link }))
        await expect(page).toHaveURL(address)
        await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
        await page.goBack()
      }
      await page.screenshot({ path: testInfo.outputPath(`Links ${variant.colorScheme} ${variant.width}.png`) })
      const revoke = own.getByRole('button', { name: /^Revoke/ })
      await (variant.isByKeyboard ? revoke.press('Enter') : revoke.click())
      const warning = page.getByRole('alertdialog', { name: 'Revoke your own session?' })
      await expect(warning.getByText(/you are signed out here immediately/)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(warning).toHaveCount(0)
    }
  },
)
