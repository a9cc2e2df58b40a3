import { writeFile } from 'node:fs/promises'
import type { Page, TestInfo } from '@playwright/test'
import type { FaultInput } from '#contract/fault-injection.ts'
import * as ADMINISTRATION from '#contract/endpoints/administration.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { expect, signIn, test } from './fixtures.ts'
import { liveSigns, sightTable, sightsOf, startWatching, type Sight } from './liveness.ts'

test.use({ ownServer: true })
test.describe.configure({ timeout: 180_000 })

/** After this many seconds nothing may look alive that is not. */
const NOTICED_S = 5

async function openDashboard(page: Page, origin: string): Promise<void> {
  await signIn(page, origin)
  await expect(page.getByTestId('last-price')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Simulated · .*show provenance$/ })).toHaveCount(6)
  await expect(page.locator('[data-live="true"]')).toBeVisible()
}

async function report(testInfo: TestInfo, sights: readonly Sight[]): Promise<void> {
  const path = testInfo.outputPath('what-is-seen.md')
  await writeFile(path, sightTable(sights))
  await testInfo.attach('what is seen', { path, contentType: 'text/markdown' })
}

/** Injects a fault into the page's own session. */
const inject = (page: Page, fault: FaultInput): Promise<number> =>
  page.evaluate(
    async ({ path, body }) => {
      const authorization = `Bearer ${localStorage.getItem('pairbot.access_token') ?? ''}`
      const headers = { 'content-type': 'application/json', authorization }
      return (await fetch(path, { method: 'POST', headers, body })).status
    },
    { path: DEFAULT_BASES.identity + ADMINISTRATION.injectFault.path, body: JSON.stringify(fault) },
  )

const afterNotice = (sights: readonly Sight[]) => sights.filter(({ second }) => second >= NOTICED_S)
const firstWith = (sights: readonly Sight[], head: string) => sights.find((sight) => sight.head === head)?.second

/** Whether a mark that had counted to a minute began anew. */
const isRenewed = (marks: readonly string[]) =>
  marks.some((mark, at) => / · 1 min/.test(mark) && / · \d s/.test(marks[at + 1] ?? ''))

/** What still looks alive, by second. */
const stillLive = (sights: readonly Sight[]) =>
  afterNotice(sights).flatMap((sight) => liveSigns(sight).map((sign) => `${sight.second} s: ${sign}`))

test.describe('a feed that is dead looks dead', () => {
  test('[SH-2] [MA-61] [CH-49] WS-04 a killed server', { tag: '@long' }, async ({ page, server }, testInfo) => {
    await openDashboard(page, server.origin)
    await startWatching(page)
    await server.stop('SIGKILL')
    const sights = await sightsOf(page, 40)
    await report(testInfo, sights)
    expect(stillLive(sights)).toEqual([])
    expect(firstWith(sights, 'Reconnecting…')).toBeLessThanOrEqual(2.2)
  })

  test(
    '[CO-23] [CH-49] WS-08 a frozen server, and its return',
    { tag: '@long' },
    async ({ page, server }, testInfo) => {
      await openDashboard(page, server.origin)
      await startWatching(page)
      server.process.kill('SIGSTOP')
      try {
        const sights = await sightsOf(page, 45)
        await report(testInfo, sights)
        expect(stillLive(sights)).toEqual([])
        expect(firstWith(sights, 'Server not responding…')).toBeLessThanOrEqual(NOTICED_S)
      } finally {
        server.process.kill('SIGCONT')
      }
      await expect(page.locator('[data-live="true"]')).toBeVisible({ timeout: 30_000 })
      await expect(
        page.getByRole('button', { name: /^Connection Status/ }).locator('[data-tone="success"]'),
      ).toBeVisible()
    },
  )

  test(
    '[CO-23] [CH-49] WS-08 a network that drops everything',
    { tag: '@long' },
    async ({ page, faults }, testInfo) => {
      await openDashboard(page, faults.origin)
      await startWatching(page)
      faults.set('blackhole')
      const sights = await sightsOf(page, 12)
      await report(testInfo, sights)
      expect(stillLive(sights)).toEqual([])
      faults.set('pass')
      faults.cut()
      await expect(page.locator('[data-live="true"]')).toBeVisible({ timeout: 30_000 })
    },
  )

  test('[ST-34] [CH-49] a silent price on a live connection', { tag: '@long' }, async ({ page, server }, testInfo) => {
    await openDashboard(page, server.origin)
    expect(
      await inject(page, { kind: 'stop-stream', seconds: 20, stream: 'tdp:kraken:BTCUSD:processed_candles:m1' }),
    ).toBe(201)
    await startWatching(page)
    const sights = await sightsOf(page, 15)
    await report(testInfo, sights)
    for (const sight of afterNotice(sights)) {
      expect(sight).toMatchObject({ price: 'dimmed', dot: 'success' })
      expect(sight.countdown).toMatch(/^(closes in )?–$/)
      expect(sight.marks[0]).toMatch(/^warning Simulated · \d+ s · overdue$/)
    }
    await expect(page.locator('[data-live="true"]')).toBeVisible({ timeout: 30_000 })
  })

  test(
    '[ST-34] [MA-61] a silent analysis on a live connection',
    { tag: '@long' },
    async ({ page, server }, testInfo) => {
      await openDashboard(page, server.origin)
      expect(
        await inject(page, { kind: 'stop-stream', seconds: 60, stream: 'tdp:kraken:BTCUSD:analysis:market_structure' }),
      ).toBe(201)
      await startWatching(page)
      const sights = await sightsOf(page, 75)
      await report(testInfo, sights)
      const structure = sights.map(({ marks }) => marks[1] ?? '')
      // Withheld at the minute's end: amber 6 s later, unless the server's status has had it loaded by then.
      expect(structure).not.toContainEqual(expect.stringContaining('Polling'))
      expect(structure.some((mark) => /^warning Simulated · 1 min · overdue$/.test(mark)) || isRenewed(structure)).toBe(
        true,
      )
      const greenFor = structure.map((_, at) =>
        structure.slice(at).findIndex((mark) => mark !== 'success Simulated · 1 min'),
      )
      expect(Math.max(...greenFor)).toBeLessThanOrEqual(8)
    },
  )
})

test(
  '[SH-10] every screen opens in an outage, also those not visited before',
  { tag: '@long' },
  async ({ page, server }) => {
    // Browsers record 250 by default, which is fewer than the page loads.
    await page.addInitScript(() => performance.setResourceTimingBufferSize(1_000))
    await openDashboard(page, server.origin)
    // The admin area's is the last of what is loaded in idle moments; the account's has the same name.
    await page.waitForFunction(
      () =>
        performance.getEntriesByType('resource').filter(({ name }) => /SecurityScreen-[^/]*\.js$/.test(name)).length ===
        2,
    )
    await server.stop('SIGKILL')
    const open = async (link: string, heading: string) => {
      await page.getByRole('link', { name: link, exact: true }).click()
      await expect(page.getByRole('heading', { name: heading, exact: true }).first()).toBeVisible()
      await expect(page.getByText(/could not be (shown|loaded)/)).toHaveCount(0)
    }
    await open('Trading', 'Trading Operations')
    await open('Profile', 'Profile')
    await open('Monitoring', 'System Monitoring')
    await open('Admin', 'Admin Dashboard')
    for (const tab of ['Users', 'Invitations', 'Sessions', 'Security']) {
      await page.getByRole('link', { name: tab, exact: true }).first().click()
      await expect(page.getByText(/could not be shown/)).toHaveCount(0)
    }
  },
)
