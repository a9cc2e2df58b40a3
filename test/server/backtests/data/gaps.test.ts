import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createDataSets } from '#server/backtests/data/data-sets.ts'
import type { MarketMinutes } from '#server/backtests/ports.ts'
import { importFile } from '#server/market/library/import.ts'
import { createCandleLibrary } from '#server/market/library/library.ts'
import { makeCandleFolder } from '#test/support/data/candle-files.ts'
import { candles, MIDNIGHT } from '#test/support/data/candles.ts'

const DAYS_OF_JUNE = 30
const NO_MARKET: MarketMinutes = {
  kind: 'simulated',
  label: 'Simulated market',
  coverage: async () => undefined,
  // oxlint-disable-next-line no-empty-function
  async *load() {},
}

it('[BT-43] names the months of an imported data set that lack minutes, and its size', async () => {
  const input = await makeCandleFolder()
  const folder = await mkdtemp(join(tmpdir(), 'pairbot-library-'))
  onTestFinished(async () => {
    await input.remove()
    await rm(folder, { recursive: true })
  })
  const june = candles(100).map((each) => ({
    ...each,
    timestamp: each.timestamp - MIDNIGHT + Date.UTC(2019, 5, 1) / 1000,
  }))
  const august = june.map((each) => ({ ...each, timestamp: each.timestamp + 61 * 86_400 }))
  const path = await input.write('BTCUSD-1m-summer.csv.gz', [...june.slice(0, 40), ...june.slice(47), ...august])
  await importFile({ folder, path, source: 'kraken', now: Date.UTC(2026, 0) })

  const [set] = await createDataSets(NO_MARKET, async () => [], createCandleLibrary(folder)).list()
  expect(set).toMatchObject({
    minutes: 193,
    gaps: [
      { month: '2019-06', missing: DAYS_OF_JUNE * 1_440 - 93 },
      { month: '2019-07', missing: 31 * 1_440 },
    ],
  })
  expect(set?.bytes).toBeGreaterThan(1_000)
  expect(set?.bytes).toBeLessThan(20_000)
})
