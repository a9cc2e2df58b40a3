import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { accessibilityProblems, tabTo } from './accessibility.ts'
import { walkToReview } from './wizard.ts'

test.use({ ownServer: true })

const WIDTHS = [360, 768, 1280, 1920]

const overflowWithDialogs = (page: Page) =>
  page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll('[role="dialog"], [role="dialog"] > div')]
    return Math.max(...boxes.map((box) => box.scrollWidth - box.clientWidth))
  })
const CREATE = '**/api/ensemble/strategies/custom'

async function openTrading(page: Page, origin: string): Promise<void> {
  await signIn(page, origin)
  await page.getByRole('link', { name: 'Trading' }).click()
  await expect(page.getByText('Active Strategies (0)')).toBeVisible()
}

/** Calls the strategy service directly, as the signed-in user. */
async function call(page: Page, origin: string, method: string, path: string): Promise<unknown> {
  const token = await page.evaluate(() => localStorage.getItem('pairbot.access_token'))
  const response = await page.request.fetch(`${origin}/api/strategy/api/ensemble${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.ok()).toBe(true)
  return response.json()
}

async function createFromTemplate(page: Page, template: string, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New Strategy' }).click()
  await page.getByRole('button', { name: new RegExp(template) }).click()
  await page.getByRole('button', { name: 'Use This Template' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Strategy from Template' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create Strategy' }).click()
  await expect(page.getByText(`Strategy "${name}" created`)).toBeVisible()
}

test.describe('the trading screen against a real server', () => {
  test(
    '[TG-12] [TG-16] [TG-14] list and details of a strategy from a template update without a reload',
    { tag: '@long' },
    async ({ page, server, consoleErrors }) => {
      await page.clock.install()
      await openTrading(page, server.origin)
      await createFromTemplate(page, 'Conservative Trend Following', 'Mine')
      await expect(page.getByText('Active Strategies (1)')).toBeVisible()
      const { strategies } = (await call(page, server.origin, 'GET', '/strategies')) as { strategies: { id: string }[] }
      const id = strategies[0]?.id ?? ''

      await page.getByRole('button', { name: 'View Mine' }).click()
      const detail = page.getByRole('dialog', { name: 'Mine' })
      await expect(detail.getByText(id, { exact: true })).toBeVisible()
      for (const title of ['Latest Decision', 'Signal Sources', 'Confluence Rules', 'Risk Parameters'])
        await expect(detail.getByRole('heading', { name: title })).toBeVisible()
      await expect(detail.getByText('active', { exact: true })).toBeVisible()
      await call(page, server.origin, 'PATCH', `/strategies/${id}/status?status=paused`)
      await page.clock.fastForward(5_000)
      await expect(detail.getByText('paused', { exact: true })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(detail).toHaveCount(0)

      await call(page, server.origin, 'DELETE', `/strategies/${id}`)
      await page.clock.fastForward(60_000)
      await expect(page.getByText('No strategies created yet')).toBeVisible()
      expect(consoleErrors).toEqual([])
    },
  )

  test('[TG-15] pauses, resumes, stops and deletes a strategy', { tag: '@long' }, async ({ page, server }) => {
    await openTrading(page, server.origin)
    await createFromTemplate(page, 'Aggressive Scalping', 'Fast')
    const card = page.getByRole('region', { name: 'Fast' })
    for (const [button, status] of [
      ['Pause', 'paused'],
      ['Resume', 'active'],
      ['Stop', 'stopped'],
    ] as const) {
      await card.getByRole('button', { name: `${button} Fast` }).click()
      if (button === 'Stop') await page.getByRole('alertdialog').getByRole('button', { name: 'Stop' }).click()
      await expect(card.getByText(status, { exact: true })).toBeVisible()
    }
    await expect(card.getByRole('button', { name: /Resume|Pause|Stop/ })).toHaveCount(0)
    await card.getByRole('button', { name: 'Delete Fast' }).click()
    const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete strategy "Fast"?' })
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No strategies created yet')).toBeVisible()
  })

  test(
    '[TG-35] [TG-36] [TG-38] undo, rename and an address of its own, by keyboard',
    { tag: '@long' },
    async ({ page, server, consoleErrors }) => {
      await openTrading(page, server.origin)
      await createFromTemplate(page, 'Aggressive Scalping', 'Fast')
      await tabTo(page, 'Stop Fast')
      await page.keyboard.press('Enter')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Stop' }).press('Enter')
      const card = page.getByRole('region', { name: 'Fast' })
      await expect(card.getByText('stopped', { exact: true })).toBeVisible()
      // F6 moves the focus to the toasts.
      await page.keyboard.press('F6')
      await tabTo(page, 'Undo')
      await page.keyboard.press('Enter')
      await expect(page.getByText('Strategy "Fast" is active again')).toBeVisible()
      await expect(card.getByText('active', { exact: true })).toBeVisible()

      await page.getByRole('button', { name: 'More for Fast' }).press('Enter')
      await page.getByRole('menuitem', { name: 'Rename' }).press('Enter')
      await page.keyboard.type('Faster')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('region', { name: 'Faster' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'More for Faster' })).toBeFocused()

      await page.getByRole('button', { name: 'View Faster' }).press('Enter')
      const detail = page.getByRole('dialog', { name: 'Faster', exact: true })
      await expect(detail).toBeVisible()
      await page.goBack()
      await expect(detail).toHaveCount(0)
      await page.goForward()
      await expect(detail).toBeVisible()
      await page.reload()
      await expect(detail).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(detail).toHaveCount(0)
      await expect(page).toHaveURL(/\/trading$/)
      expect(await accessibilityProblems(page, 'list')).toEqual([])
      expect(consoleErrors).toEqual([])
    },
  )

  test('[TG-19] [TG-8] the wizard backtests and creates a strategy by keyboard', async ({
    page,
    server,
    consoleErrors,
  }) => {
    await openTrading(page, server.origin)
    await walkToReview(page, 'Keys')
    await expect(page.getByText('Decisions per hour')).toBeVisible({ timeout: 60_000 })
    await tabTo(page, 'Create')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Strategy "Keys" created')).toBeVisible()
    await expect(page.getByRole('button', { name: 'New Strategy' })).toBeFocused()
    await expect(page.getByRole('region', { name: 'Keys' })).toContainText('2 signal sources · 1 confluence rule')
    expect(consoleErrors).toEqual([])
  })

  test(
    '[TG-30] [TG-32] a draft survives a reload, and the wizard keeps its size over its steps',
    { tag: '@long' },
    async ({ page, server }) => {
      await openTrading(page, server.origin)
      await walkToReview(page, 'Kept')
      const dialog = page.getByRole('dialog', { name: 'Custom Strategy' })
      const boxes = []
      for (let step = 5; step > 3; step -= 1) {
        boxes.push(await dialog.boundingBox())
        await dialog.getByRole('button', { name: 'Back', exact: true }).click()
      }
      boxes.push(await dialog.boundingBox())
      expect(new Set(boxes.map((box) => JSON.stringify(box))).size).toBe(1)
      await page.reload()
      await expect(page.getByText(/Draft, step 3 of 5, saved/)).toBeVisible()
      await page.getByRole('button', { name: 'Continue Kept' }).click()
      await expect(dialog.getByRole('button', { name: 'Edit Agreement' })).toBeVisible()
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Discard' }).click()
      await expect(page.getByText('Drafts (')).toHaveCount(0)
    },
  )

  test('[TG-6] a retry after a lost response creates one strategy only', { tag: '@long' }, async ({ page, server }) => {
    await openTrading(page, server.origin)
    await walkToReview(page, 'Once')
    await page.route(
      CREATE,
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    const create = page.getByRole('button', { name: 'Create', exact: true })
    await create.click()
    await expect(page.getByText('Retrying is safe: the strategy is created only once.')).toBeVisible()
    await create.click()
    await expect(page.getByText('Strategy "Once" created')).toBeVisible()
    await expect(page.getByText('Active Strategies (1)')).toBeVisible()
  })

  test('[TG-20] [TG-21] imports an exported strategy as a second one', { tag: '@long' }, async ({ page, server }) => {
    await openTrading(page, server.origin)
    await createFromTemplate(page, 'Pattern-Based Trading', 'Origin')
    await page.getByRole('button', { name: 'View Origin' }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export JSON' }).click()
    const file = await saving
    expect(file.suggestedFilename()).toBe('origin.strategy.json')
    await page.keyboard.press('Escape')
    await page.getByLabel('Strategy file').setInputFiles(await file.path())
    await page.getByRole('dialog', { name: 'Import Strategy' }).getByRole('button', { name: 'Create Strategy' }).click()
    await expect(page.getByText('Active Strategies (2)')).toBeVisible()
  })
})

test(
  '[UI-13] [UI-14] the screen and its wizard have no serious axe violations and do not scroll horizontally',
  { tag: '@long' },
  async ({ page, server }) => {
    const problems: string[] = []
    const check = async (state: string) => {
      problems.push(...(await accessibilityProblems(page, state, { widths: WIDTHS, overflow: overflowWithDialogs })))
    }
    await openTrading(page, server.origin)
    await check('no strategies')
    await page.getByRole('button', { name: 'New Strategy' }).click()
    await page.getByRole('button', { name: /Conservative Trend Following/ }).click()
    await check('templates')
    await page.getByRole('button', { name: 'Use This Template' }).click()
    await check('template dialog')
    await page.getByRole('button', { name: 'Create Strategy' }).click()
    await expect(page.getByText('Active Strategies (1)')).toBeVisible()
    await check('list')
    await page.getByRole('button', { name: /^View/ }).click()
    await expect(page.getByRole('heading', { name: 'Latest Decision' })).toBeVisible()
    await check('details')
    await page.keyboard.press('Escape')
    await walkToReview(page, 'Looks')
    for (const step of ['review', 'risk', 'rules', 'sources', 'basics']) {
      await check(`wizard, ${step}`)
      if (step !== 'basics') await page.getByRole('button', { name: 'Back', exact: true }).click()
    }
    expect(problems).toEqual([])
  },
)
