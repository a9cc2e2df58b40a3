import type { Page, Route } from '@playwright/test'
import * as AUTH from '#contract/endpoints/auth.ts'
import { DEFAULT_BASES, PAGE_PATHS } from '#contract/paths.ts'
import { ALL_PAIRS } from '#test/support/server/server.ts'
import { addContent } from '../../scripts/pictures/content.ts'
import { expect, signIn, test } from './fixtures.ts'

const BAR = 0.005
const WINDOWS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]
/** Redirects, pages of users who are signed out, and those that need a recording or a strategy. */
const LEFT_OUT = new Set([
  '/',
  '/admin',
  '/signin',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/dev/machines',
  '/trading/strategies/:id',
])
const PAGES = [
  ...PAGE_PATHS.filter((path) => !LEFT_OUT.has(path)),
  '/trading?view=table',
  '/trading/backtests?show=candles',
  '/admin/sessions?view=table',
  '/admin/security?tab=audit',
  '/admin/security?tab=alerts',
]
/** Without these no page is shown at all. */
const AT_ONCE = new Set(
  [AUTH.refresh.path, AUTH.me.path, AUTH.socketTicket.path].map((path) => `${DEFAULT_BASES.identity}${path}`),
)

interface Shift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}
declare global {
  interface Window {
    shifts: { value: number; moved: string }[]
  }
}

function recordShifts(): void {
  window.shifts = []
  const isShift = (entry: PerformanceEntry): entry is Shift => 'hadRecentInput' in entry
  const moveOf = ({ node, previousRect: from, currentRect: to }: Shift['sources'][number]) => {
    const element = node instanceof Element ? node : node?.parentElement
    const text = element?.textContent?.slice(0, 40) ?? ''
    return `"${text}" from ${from.x},${from.y},${from.width},${from.height} to ${to.x},${to.y},${to.width},${to.height}`
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (isShift(entry) && !entry.hadRecentInput)
        window.shifts.push({ value: entry.value, moved: entry.sources.map(moveOf).join(', ') })
  }).observe({ type: 'layout-shift', buffered: true })
}

const painted = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )

/** Opens a page whose answers come one by one, each after a paint. Returns how much moved, and what. */
async function shiftsOf(page: Page, address: string): Promise<{ total: number; moved: string }> {
  const held: Route[] = []
  await page.route(/\/api\//, async (route) => {
    if (AT_ONCE.has(new URL(route.request().url()).pathname)) await route.continue()
    else held.push(route)
  })
  await page.goto(address)
  await expect(page.locator('#content h1')).toBeVisible()
  let isIdle = false
  const idle = page.waitForLoadState('networkidle').then(() => {
    isIdle = true
  })
  const releaseNext = async () => {
    await painted(page)
    const next = held.shift()
    if (next) await next.fulfill({ response: await next.fetch() })
    return held.length === 0 && isIdle ? page.locator('[aria-busy="true"]').count() : 1
  }
  await expect.poll(releaseNext, { intervals: [0], timeout: 30_000 }).toBe(0)
  await idle
  await painted(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const shifts = await page.evaluate(() => window.shifts)
  return {
    total: shifts.reduce((sum, { value }) => sum + value, 0),
    moved: shifts.map(({ value, moved }) => `${value.toFixed(4)}: ${moved}`).join('; '),
  }
}

test.use({ ownServer: true, serverEnv: ALL_PAIRS })

for (const size of WINDOWS) {
  const title = `[UI-35] nothing moves while the data of a page arrives, at ${size.width} px`
  test(title, { tag: '@long' }, async ({ page, server }) => {
    test.setTimeout(300_000)
    await addContent(server)
    await page.addInitScript(recordShifts)
    await page.setViewportSize(size)
    await signIn(page, server.origin)
    const problems: string[] = []
    for (const path of PAGES) {
      const { total, moved } = await shiftsOf(page, `${server.origin}${path}`)
      if (total >= BAR) problems.push(`${path}: ${total.toFixed(4)}: ${moved}`)
    }
    expect(problems).toEqual([])
  })
}
