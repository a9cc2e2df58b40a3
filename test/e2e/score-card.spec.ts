import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import * as ANALYSIS from '#contract/endpoints/analysis.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { scoreCardResponseSchema, type ScoreCard } from '#contract/score-card/schema.ts'
import { importFile } from '#server/market/library/import.ts'
import { walk } from '#test/support/data/analysis.ts'
import { zipRows } from '#test/support/data/candle-files.ts'
import { makeDataDir, removeDataDir, startServer } from '#test/support/server/server.ts'
import { accessibilityProblems } from './accessibility.ts'
import { cardOf } from './cards.ts'
import { expect, signIn, test as base } from './fixtures.ts'
import { expectNoOverflow } from './variants.ts'

/** Ten days: levels are scored from the third on. */
const MINUTES = 10 * 1_440
const START = Date.UTC(2019, 5, 3) / 1000

/** A server whose candle library has a month. */
const test = base.extend({
  // Playwright reads what a fixture needs from its first parameter.
  // oxlint-disable-next-line no-empty-pattern
  server: async ({}, use) => {
    const dataDir = await makeDataDir()
    const input = mkdtempSync(join(tmpdir(), 'pairbot-candles-'))
    const path = join(input, 'BTCUSD-1m-2019-06.csv.gz')
    writeFileSync(path, zipRows(walk({ count: MINUTES, seed: 8, start: START })))
    await importFile({ folder: join(dataDir, 'library'), path, source: 'kraken', now: Date.UTC(2026, 0) })
    rmSync(input, { recursive: true })
    const server = await startServer({ dataDir })
    await use(server)
    await server.stop()
    await removeDataDir(dataDir)
  },
})

/** How many months are counted, as the user of the page. */
async function pastOf(page: Page, origin: string): Promise<ScoreCard['past']> {
  const token = await page.evaluate(() => localStorage.getItem('pairbot.access_token'))
  const headers = { authorization: `Bearer ${token}` }
  const reply = await page.request.get(`${origin}${DEFAULT_BASES.tdp}${ANALYSIS.scoreCard.path}`, { headers })
  return scoreCardResponseSchema.parse(await reply.json()).data.past
}

test(
  '[SC-30] [SC-40] [SC-43] an imported month is counted, shown by each filter, and in the cards',
  { tag: '@long' },
  async ({ page, server, consoleErrors }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await signIn(page, server.origin)
    await expect
      .poll(() => pastOf(page, server.origin), { timeout: 120_000 })
      .toEqual({ counted: 1, waiting: 0, sources: ['kraken'] })
    await page.goto(`${server.origin}/score?source=past`)
    const total = page.getByRole('region', { name: 'Levels', exact: true })
    await expect(total).toContainText(/Held \d+ of \d+ \(\d+ %\), claimed \d+ %, chance \d+ %/)
    await expect(page.getByRole('figure', { name: /^Reliability/ })).toBeVisible()
    await expect(page.getByRole('table', { name: 'By month' })).toContainText('2019-06')
    await expect(page.getByRole('table', { name: 'By pair' })).toContainText('BTC/USD')

    await page.getByRole('group', { name: 'Kind' }).getByRole('button', { name: 'Patterns' }).click()
    await page.getByRole('combobox', { name: 'Timeframe' }).click()
    await page.getByRole('option', { name: 'M15' }).click()
    await expect(page).toHaveURL(/kind=pattern.*timeframe=M15|timeframe=M15.*kind=pattern/)
    await expect(page.getByRole('table', { name: 'By timeframe' }).getByRole('row')).toHaveCount(2)
    const loading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    expect((await loading).suggestedFilename()).toBe('score-card-pattern.csv')
    expect(await accessibilityProblems(page, 'the score-card', { widths: [390, 1440] })).toEqual([])
    for (const width of [360, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoOverflow(page)
    }

    await page.goto(`${server.origin}/dashboard`)
    const card = cardOf(page, 'Support & Resistance')
    await expect(card.getByText(/^[Hh]eld [\d,]+ of [\d,]+/)).toBeVisible()
    await card.getByRole('button', { name: 'Support & Resistance', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /95 % interval/ })
      .click()
    await expect(page).toHaveURL(`${server.origin}/score?kind=level&pair=BTCUSD`)
    await expect(total).toContainText(/Held/)
    await page.goBack()
    await expect(page.getByRole('dialog', { name: 'Support and Resistance' })).toBeVisible()
    expect(consoleErrors).toEqual([])
  },
)
