import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { walk } from '#test/support/data/analysis.ts'
import { zipRows } from '#test/support/data/candle-files.ts'
import { expect, signIn, test } from './fixtures.ts'
import { accessibilityProblems } from './accessibility.ts'

const FILE = join(mkdtempSync(join(tmpdir(), 'pairbot-recording-')), 'BTCUSD-1m-2019-06.csv.gz')
writeFileSync(FILE, zipRows(walk({ count: 2_880, seed: 8, start: Date.UTC(2019, 5, 3) / 1000 })))

test.use({ ownServer: true, serverEnv: { PAIRBOT_MARKET: 'replay', PAIRBOT_REPLAY: FILE } })

test(
  '[BT-51] [BT-52] a backtest of a template runs, and opens with its report',
  { tag: '@long' },
  async ({ page, server, consoleErrors }) => {
    await signIn(page, server.origin)
    await page.getByRole('link', { name: 'Trading' }).click()
    await page.getByRole('button', { name: 'Backtests' }).click()
    await expect(page.getByText('No backtests yet')).toBeVisible()
    await page.getByRole('button', { name: 'New Backtest' }).click()
    await page.getByRole('combobox', { name: 'Strategy' }).click()
    await page.getByRole('option', { name: /Aggressive Scalping/ }).click()
    await page.getByRole('button', { name: 'Start Backtest' }).click()
    await expect(page.getByText(/Analysing candles/).first()).toBeVisible()
    await expect(page.getByRole('article', { name: 'Report' })).toBeVisible({ timeout: 60_000 })
    expect(await accessibilityProblems(page, 'a backtest', { widths: [390, 1440] })).toEqual([])

    await page.reload()
    await expect(page.getByRole('article', { name: 'Report' })).toBeVisible()
    await page.getByRole('button', { name: 'All Backtests' }).click()
    await expect(page.getByRole('row', { name: /Aggressive Scalping/ })).toContainText('Done')
    expect(consoleErrors).toEqual([])
  },
)
