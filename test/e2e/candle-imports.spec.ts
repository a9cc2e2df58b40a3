import type { Locator, Page } from '@playwright/test'
import { walk } from '#test/support/data/analysis.ts'
import { CSV_HEADER, toRow } from '#test/support/data/candle-files.ts'
import { zipOf } from '#test/support/data/zip-files.ts'
import { accessibilityProblems } from './accessibility.ts'
import { expect, signIn, test } from './fixtures.ts'

test.use({ ownServer: true })

/** Chooses a file, says where its candles come from, and imports it. */
async function importFile(page: Page, file: Parameters<Locator['setInputFiles']>[0]) {
  await page.getByLabel('Choose files or drop them here').setInputFiles(file)
  await page.getByRole('textbox', { name: 'Source' }).fill('kraken')
  await page.getByRole('button', { name: 'Import 1 file' }).click()
}

const ROWS = walk({ count: 2_880, seed: 8, start: Date.UTC(2019, 5, 3) / 1000 }).map(toRow)

const fileOf = (name: string, rows: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([CSV_HEADER, ...rows].join('\n')),
})

test(
  '[BT-44] an Admin imports an archive, and sees what is in each of its files',
  { tag: '@long' },
  async ({ page, server, consoleErrors }) => {
    await signIn(page, server.origin)
    await page.goto(`${server.origin}/trading/backtests?show=import`)
    const imports = page.getByRole('list', { name: 'Imports' }).getByRole('listitem')
    const zipped = (name: string, names: readonly string[]) => ({
      name,
      mimeType: 'application/zip',
      buffer: zipOf(names.map((each) => ({ name: each, content: ROWS.join('\n') }))),
    })

    await importFile(page, zipped('Kraken_OHLCVT.zip', ['XBTUSD_1.csv', 'XBTUSD_5.csv', 'ETHUSD_1.csv']))
    const first = imports.filter({ hasText: 'Kraken_OHLCVT.zip' })
    await expect(first).toContainText('5,760 minutes added to the library.', { timeout: 60_000 })
    await first.getByText('Files (2)').click()
    const files = first.getByRole('table', { name: 'Files' })
    await expect(files.getByRole('row', { name: /ETHUSD_1\.csv/ })).toContainText('100.0%')
    expect(await accessibilityProblems(page, 'an imported archive', { widths: [390, 1440] })).toEqual([])

    await importFile(page, zipped('Others.zip', ['XBTUSD_5.csv']))
    await expect(imports.filter({ hasText: 'Others.zip' })).toContainText(
      'Nothing was imported: it has no file of one-minute candles',
      { timeout: 60_000 },
    )
    expect(consoleErrors).toEqual([])
  },
)

test(
  '[BT-60] [BT-61] an Admin imports candles, and sees what was found and what was refused',
  { tag: '@long' },
  async ({ page, server, consoleErrors }) => {
    await signIn(page, server.origin)
    await page.goto(`${server.origin}/trading/backtests?show=candles`)
    await page.getByRole('button', { name: 'Import Candles' }).click()
    await expect(page.getByText('No imports yet')).toBeVisible()
    const imports = page.getByRole('list', { name: 'Imports' }).getByRole('listitem')

    await importFile(page, fileOf('XBTUSD_5.csv', ROWS))
    await expect(page.getByRole('alert')).toContainText('XBTUSD_5.csv was not accepted')
    await page.getByRole('button', { name: 'Dismiss XBTUSD_5.csv' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)

    const odd = ROWS.toSpliced(5, 3, 'x,1,2,3,4,5')
    await importFile(page, fileOf('XBTUSD_1.csv', odd))
    const first = imports.filter({ hasText: 'XBTUSD_1.csv' })
    await expect(first).toContainText('Imported', { timeout: 60_000 })
    await expect(first).toContainText('2,877 minutes added to the library.')
    await first.getByText('Skipped lines (1)').click()
    await expect(first.getByRole('table', { name: 'Skipped lines' })).toContainText('timestamp is not a number: "x"')
    await first.getByText('Longest gaps (1)').click()
    await expect(first.getByRole('table', { name: 'Longest gaps' })).toContainText('3')

    await importFile(
      page,
      fileOf(
        'ETHUSD_1.csv',
        ROWS.map(() => 'x,1,2,3,4,5'),
      ),
    )
    const second = imports.filter({ hasText: 'ETHUSD_1.csv' })
    await expect(second).toContainText('Nothing was imported: 2880 of 2881 lines are bad', { timeout: 60_000 })
    await expect(second.getByText('Skipped lines (the first 50 of 2,880)')).toBeVisible()
    expect(await accessibilityProblems(page, 'imports of candles', { widths: [390, 1440] })).toEqual([])

    await page.getByRole('button', { name: 'Candles', exact: true }).first().click()
    const sets = page.getByRole('table', { name: 'Candles', exact: true })
    await expect(sets.getByRole('row', { name: /BTC\/USD.*Kraken, imported/ })).toContainText('2,877')
    await expect(sets.getByRole('row', { name: /ETH\/USD.*Kraken/ })).toHaveCount(0)
    expect(consoleErrors).toEqual([])
  },
)
