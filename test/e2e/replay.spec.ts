import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { healthSchema } from '#contract/health.ts'
import { health } from '#contract/endpoints/service.ts'
import { referenceData } from '#test/support/data/reference.ts'
import { expect, signIn, test } from './fixtures.ts'

const FILE = referenceData('candles/BTCUSD-1m-2019-06.csv.gz')
const SPEED = 60

type Row = readonly [timestamp: number, open: number, high: number, low: number, close: number, volume: number]

/** Rows of the recorded file by minute. */
function readRecording(path: string): Map<number, Row> {
  const [, ...lines] = gunzipSync(readFileSync(path)).toString().trim().split('\n')
  return new Map(
    lines.map((line) => {
      const row = line.split(',').map(Number) as unknown as Row
      return [row[0], row]
    }),
  )
}

/** The chart's candles, read from its table; the cells' `data` elements have the exact values. */
async function chartRows(page: Page): Promise<Row[]> {
  return page
    .getByTestId('candle-table')
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('data')].map((cell) => Number(cell.value)) as unknown as Row),
    )
}

/** The market time of the server, unix milliseconds. */
const marketNow = async (page: Page, origin: string): Promise<number> =>
  healthSchema.parse(await (await page.request.get(`${origin}${health.path}`)).json()).market.now

test.describe('a replayed month', () => {
  test.skip(!FILE, 'needs recorded candles: PAIRBOT_REFERENCE_DATA')
  test.use({
    serverEnv: { PAIRBOT_MARKET: 'replay', PAIRBOT_REPLAY: FILE ?? '', PAIRBOT_REPLAY_SPEED: String(SPEED) },
  })

  test(
    '[CH-2] after a disconnect of 7 market minutes the 500 candles equal the file exactly',
    { tag: '@long' },
    async ({ page, server, faults }) => {
      const file = readRecording(FILE ?? '')
      await signIn(page, faults.origin)
      await expect(page.getByTestId('market-badge')).toContainText('Replay · BTCUSD-1m-2019-06.csv.gz')
      await page.getByRole('button', { name: 'Show as table' }).click()
      await expect.poll(async () => (await chartRows(page)).length).toBe(500)
      const before = (await chartRows(page)).at(-1)?.[0] ?? 0

      faults.set('refuse')
      const away = (await marketNow(page, server.origin)) + 7 * 60_000
      await expect.poll(() => marketNow(page, server.origin), { timeout: 60_000 }).toBeGreaterThan(away)
      faults.set('pass')
      await expect
        .poll(async () => (await chartRows(page)).at(-1)?.[0], { timeout: 30_000 })
        .toBeGreaterThan(before + 7 * 60)

      const rows = await chartRows(page)
      const closed = rows.slice(0, -1)
      expect(rows).toHaveLength(500)
      expect(closed).toEqual(closed.map(([minute]) => file.get(minute)))
      const minutes = [...file.keys()].filter((minute) => minute >= closed[0]![0] && minute <= closed.at(-1)![0])
      expect(closed.map(([minute]) => minute)).toEqual(minutes)
    },
  )
})
