import { loadavg } from 'node:os'
import type { Page } from 'playwright'
import { ADMIN, startServer } from '#test/support/server/server.ts'
import { launchChromium, option } from '../browser.ts'

/** What 98 of 100 answers of a table may take on screen. */
const LIMIT_MS = 100
const ROUNDS = option('rounds', 50)

interface Table {
  readonly name: string
  readonly path: string
  /** Columns whose headers are pressed. */
  readonly columns: readonly string[]
  /** Label of the field that filters. */
  readonly filter: string
  readonly texts: readonly string[]
  /** Where the table is. */
  readonly within?: 'main' | '[role=dialog]'
}

const TABLES: readonly Table[] = [
  {
    name: 'Users',
    path: '/admin/users',
    columns: ['Email', 'Last Login', 'Role'],
    filter: 'Search (email or username)',
    texts: ['user77', 'pairbot', 'user9'],
  },
  {
    name: 'Invitations',
    path: '/admin/invitations',
    columns: ['Email', 'Expires', 'Invited By'],
    filter: 'Search (email)',
    texts: ['invited7', 'pairbot', 'invited99'],
  },
  {
    name: 'Sessions',
    path: '/admin/sessions?view=table',
    columns: ['User', 'Expires', 'Login Time'],
    filter: 'Search (email or IP)',
    texts: ['user77', 'pairbot', '203.0'],
  },
  {
    name: 'Login attempts',
    path: '/admin/security?hours=168',
    columns: ['Email', 'Time', 'Failure Reason'],
    filter: 'Email',
    texts: ['user77', 'pairbot', 'user9'],
  },
  {
    name: 'Audit log',
    path: '/admin/security?tab=audit&hours=168',
    columns: ['User', 'Time', 'Action'],
    filter: 'Email',
    texts: ['user7@', 'pairbot', 'user1'],
  },
  {
    name: 'Security alerts',
    path: '/admin/security?tab=alerts',
    columns: ['Severity', 'Created', 'Alert'],
    filter: 'Search (email or IP)',
    texts: ['user7', '203.0', 'user1'],
  },
  {
    name: 'Strategies',
    path: '/trading?view=table',
    columns: ['Name', 'Created', 'Status'],
    filter: 'Search',
    texts: ['trend 7', 'btc', 'trend 1'],
  },
  {
    name: 'Models',
    path: '/dashboard?models=table',
    columns: ['Name', 'Size', 'Updated'],
    filter: 'Search (name, description, type)',
    texts: ['model 7', 'xgboost', 'model 1'],
    within: '[role=dialog]',
  },
]

/**
 * Runs in the page: the time from an act to the frame that shows its answer, which is the first in which nothing is loading
 * and either the rows are others or something was loading before.
 */
const WATCH = `
window.answer = (within, act) => new Promise((resolve) => {
  const rows = () => document.querySelector(within + ' table tbody')?.textContent
  const before = rows()
  const began = performance.now()
  let wasLoading = false
  const look = () => {
    const elapsed = performance.now() - began
    const isLoading = document.querySelector(within + ' [aria-busy=true]:has(table)') !== null
    if ((!isLoading && (wasLoading || rows() !== before)) || elapsed > 3000) resolve(elapsed)
    else requestAnimationFrame(look)
    wasLoading ||= isLoading
  }
  act()
  requestAnimationFrame(look)
})`

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? Number.NaN

/** A press on the control that the selector finds by its text. */
const press = (page: Page, within: string, selector: string, text: string) =>
  page.evaluate<number>(
    `answer(${JSON.stringify(within)}, () => [...document.querySelectorAll(${JSON.stringify(`${within} ${selector}`)})].find((each) => each.textContent.trim() === ${JSON.stringify(text)}).click())`,
  )

/** Typing a text at once and pressing Enter, so that the pause after typing does not count. */
const search = (page: Page, within: string, label: string, text: string) =>
  page.evaluate<number>(`answer(${JSON.stringify(within)}, () => {
    const field = [...document.querySelectorAll(${JSON.stringify(`${within} label`)})].find((each) => each.textContent.trim() === ${JSON.stringify(label)})
    const input = document.getElementById(field.htmlFor)
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, ${JSON.stringify(text)})
    input.dispatchEvent(new Event('input', { bubbles: true }))
    setTimeout(() => input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  })`)

async function measure(page: Page, table: Table): Promise<Record<'sort' | 'page' | 'filter', readonly number[]>> {
  const { within = 'main' } = table
  const sort: number[] = []
  const pages: number[] = []
  const filter: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const column = table.columns[round % table.columns.length] ?? ''
    sort.push(await press(page, within, 'th button', column))
    // Sorting has led to the first page.
    pages.push(await press(page, within, 'nav button', 'Next'))
  }
  for (let round = 0; round < ROUNDS; round += 1)
    filter.push(await search(page, within, table.filter, `${table.texts[round % table.texts.length]}`))
  return { sort, page: pages, filter }
}

/** Prints how long every table takes on screen to sort, page and filter; false if one is too slow. */
export async function measureTables(dataDir: string): Promise<boolean> {
  const server = await startServer({ dataDir, node: process.execPath })
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.addInitScript(WATCH)
    await page.goto(`${server.origin}/signin`)
    await page.getByLabel(/e-?mail/i).fill(ADMIN.email)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.waitForURL('**/dashboard')
    let isFast = true
    console.log(`\ntables on screen; load of the machine ${loadavg()[0]?.toFixed(1)}`)
    for (const table of TABLES) {
      await page.goto(`${server.origin}${table.path}`)
      await page
        .locator(`${table.within ?? 'main'} th button`)
        .first()
        .waitFor()
      for (const [act, times] of Object.entries(await measure(page, table))) {
        const p98 = percentile(times, 0.98)
        if (p98 > LIMIT_MS) isFast = false
        console.log(
          `${percentile(times, 0.5).toFixed(0).padStart(5)} ms  p98 ${p98.toFixed(0).padStart(5)} ms  ${table.name}: ${act}${p98 <= LIMIT_MS ? '' : '  TOO SLOW'}`,
        )
      }
    }
    return isFast
  } finally {
    await browser.close()
    await server.stop()
  }
}
