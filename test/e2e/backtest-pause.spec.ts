import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { walk } from '#test/support/data/analysis.ts'
import { zipRows } from '#test/support/data/candle-files.ts'
import { accessibilityProblems } from './accessibility.ts'
import { expect, signIn, test } from './fixtures.ts'

/** Ten days: analysing them takes long enough to be paused. */
const FILE = join(mkdtempSync(join(tmpdir(), 'pairbot-recording-')), 'BTCUSD-1m-2019-06.csv.gz')
writeFileSync(FILE, zipRows(walk({ count: 14_400, seed: 8, start: Date.UTC(2019, 5, 3) / 1000 })))

test.use({ ownServer: true, serverEnv: { PAIRBOT_MARKET: 'replay', PAIRBOT_REPLAY: FILE } })

test(
  '[BT-36] a backtest is paused while it analyses, and resumed',
  { tag: '@long' },
  async ({ page, server, consoleErrors }) => {
    test.setTimeout(240_000)
    await signIn(page, server.origin)
    await page.goto(`${server.origin}/trading/backtests`)
    await page.getByRole('button', { name: 'New Backtest' }).click()
    await page.getByRole('combobox', { name: 'Strategy' }).click()
    await page.getByRole('option', { name: /Aggressive Scalping/ }).click()
    await page.getByRole('button', { name: 'Start Backtest' }).click()
    await page.getByRole('button', { name: 'Pause Aggressive Scalping' }).click()
    await expect(page.getByRole('meter', { name: 'Paused' })).toBeVisible({ timeout: 15_000 })
    expect(await accessibilityProblems(page, 'a paused backtest', { widths: [390, 1440] })).toEqual([])

    await page.reload()
    await expect(page.getByRole('meter', { name: 'Paused' })).toBeVisible({ timeout: 15_000 })
    await page.getByRole('button', { name: 'All Backtests' }).click()
    await expect(page.getByRole('row', { name: /Aggressive Scalping/ })).toContainText('Paused')
    await page.getByRole('button', { name: 'More for Aggressive Scalping' }).click()
    await page.getByRole('menuitem', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Aggressive Scalping', exact: true }).click()
    await expect(page.getByRole('article', { name: 'Report' })).toBeVisible({ timeout: 180_000 })
    expect(consoleErrors).toEqual([])
  },
)
