import type { Page } from '@playwright/test'
import type { SecurityAlert } from '#contract/admin.ts'
import { CARDS, cardOf } from './cards.ts'
import { expect, signIn, test } from './fixtures.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const strip = (page: Page) => page.locator('[data-shown]')
const tab = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Cards' }).getByRole('button', { name, exact: true })
/** The cards of which most can be seen beside the edges of the window. */
const inView = (page: Page) =>
  strip(page).evaluate((element) =>
    [...element.children]
      .filter((each) => {
        const { left, right } = each.getBoundingClientRect()
        return Math.min(right, innerWidth) - Math.max(left, 0) > innerWidth / 2
      })
      .map(({ id }) => id),
  )

async function openDashboard(page: Page, origin: string): Promise<void> {
  await signIn(page, origin)
  await expect(page.getByTestId('headline')).toHaveCount(CARDS.length, { timeout: 60_000 })
}

/** A finger that goes sideways over the cards. */
async function swipe(page: Page, fromX: number, toX: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const y = 420
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await send('touchStart', [{ x: fromX, y }])
  for (let step = 1; step <= 10; step += 1) await send('touchMove', [{ x: fromX + ((toX - fromX) * step) / 10, y }])
  await send('touchEnd', [])
}

test('[SH-30] [DA-22] [DA-23] one line of head, the chart first, and cards that unfold and are swiped', async ({
  page,
  server,
}) => {
  await openDashboard(page, server.origin)
  await page.evaluate(() => scrollTo(0, 0))
  const head = await page.getByRole('banner').first().boundingBox()
  expect(head?.height).toBeLessThanOrEqual(57)
  const chart = await page.getByRole('slider', { name: /Live Chart/ }).boundingBox()
  expect(chart?.y).toBeLessThan(422)

  const title = (name: string) => cardOf(page, name).getByRole('button', { name, exact: true })
  expect((await cardOf(page, 'Market Structure').boundingBox())?.height).toBeLessThan(180)
  expect(await page.getByRole('heading', { name: 'Structure breaks' }).count()).toBe(0)
  await title('Pattern Recognition').tap()
  await expect(tab(page, 'Patterns')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await inView(page)).toEqual(['card-patterns'])

  await strip(page).evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }))
  await swipe(page, 320, 40)
  await expect(tab(page, 'Levels')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => inView(page)).toEqual(['card-levels'])
  const shown = await cardOf(page, 'Support & Resistance').boundingBox()
  const all = await strip(page).boundingBox()
  expect(Math.abs((shown?.height ?? 0) - (all?.height ?? 1))).toBeLessThanOrEqual(1)

  await tab(page, 'Levels').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect.poll(() => inView(page)).toEqual(['card-indicators'])
  await page.reload()
  await expect(tab(page, 'Indicators')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => inView(page)).toEqual(['card-indicators'])
  // A press on a card that is not folded opens its details.
  await title('Technical Indicators').tap()
  await expect(page.getByRole('dialog', { name: 'Technical Indicators' })).toBeVisible()
})

test('[AS-81] 50 alerts are short, and say the rest when asked', async ({ page, server }) => {
  const alerts = Array.from({ length: 50 }, (_, n): SecurityAlert => ({
    id: `alert-${n}`,
    title: 'Many failed sign-ins on an account',
    description: '10 failed sign-ins within 15 minutes.',
    severity: 'critical',
    ip_address: '198.51.100.4',
    affected_user_email: 'eve@pairbot.test',
    created_at: '2026-01-05T08:00:00.000Z',
    resolved: false,
  }))
  await page.route('**/admin/security-alerts*', (route) => route.fulfill({ json: { success: true, data: { alerts } } }))
  await signIn(page, server.origin)
  await page.goto(`${server.origin}/admin/security?tab=alerts`)
  const table = page.getByRole('table', { name: 'Security alerts' })
  await expect(table.getByRole('row')).toHaveCount(51)
  expect((await table.boundingBox())?.height).toBeLessThan(5_300)
  await table
    .getByRole('button', { name: /^Details/ })
    .first()
    .tap()
  await expect(table.getByText('198.51.100.4')).toHaveCount(51)
  await expect(table.getByText('198.51.100.4').filter({ visible: true })).toHaveCount(1)
})

test('[SH-30] [UI-30] the account menu, and a dialog as a sheet', { tag: '@long' }, async ({ page, server }) => {
  await openDashboard(page, server.origin)
  await page.getByRole('button', { name: /^Connection Status/ }).tap()
  const sheet = page.getByRole('dialog', { name: 'Connection Status' })
  await expect(sheet).toBeVisible()
  await expect
    .poll(async () => {
      const box = await sheet.boundingBox()
      return [box?.x, box?.width, Math.round((box?.y ?? 0) + (box?.height ?? 0))]
    })
    .toEqual([0, 390, 844])
  await sheet.getByRole('button', { name: 'Close' }).tap()

  await page.getByRole('button', { name: /^Account: / }).tap()
  await expect(page.getByText('admin@pairbot.test')).toBeVisible()
  await page.getByRole('button', { name: 'Light', exact: true }).tap()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.getByRole('button', { name: 'Logout' }).tap()
  await expect(page).toHaveURL(/\/signin/)
})

test(
  '[UI-34] [DA-19] heads of pages have two lines, heads of cards one, and no table is cut',
  { tag: '@long' },
  async ({ page, server }) => {
    const heightsOf = (selector: string) =>
      page.locator(selector).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
    const PAGE_HEAD = 'main header:has(h1)'
    await openDashboard(page, server.origin)
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 })
      const [head] = await heightsOf(PAGE_HEAD)
      expect(head).toBeLessThanOrEqual(112)
      const cards = await heightsOf('main section[data-state] > header')
      expect(cards.length).toBeGreaterThanOrEqual(8)
      expect(Math.max(...cards)).toBeLessThanOrEqual(50)
    }

    // On a phone a title gives way to the state of its card.
    const titles = page.locator('main section[data-compact] :is(h2, h3)')
    for (const width of [768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      const cut = await titles.evaluateAll((all) =>
        all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
      )
      expect(cut, `${width} px`).toEqual([])
    }

    await page.goto(`${server.origin}/monitoring`)
    await expect(page.getByRole('article').first()).toBeVisible()
    const [head] = await heightsOf(PAGE_HEAD)
    expect(head).toBeLessThanOrEqual(112)
    const table = page.getByRole('region', { name: 'Streams and messages by category' })
    await expect(table.getByRole('row')).toHaveCount(4)
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  },
)
