import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { FEATURES } from '#contract/models/features.ts'
import { createIndicatorTracker } from '#server/analysis/indicators/snapshot.ts'
import { foldMinutes } from '#server/market/store/fold.ts'
import { CSV_HEADER, toRow } from '#test/support/data/candle-files.ts'
import { walk } from '#test/support/data/analysis.ts'
import { featureVector } from '#server/models/scoring/scorer.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'features-'))
afterAll(() => rmSync(folder, { recursive: true }))

const MINUTES = walk({ count: 700, start: 1_560_038_400, seed: 3 })

async function features(timeframe: string, minutes = MINUTES) {
  const path = join(folder, `${timeframe}-${minutes.length}.csv`)
  writeFileSync(path, [CSV_HEADER, ...minutes.map(toRow)].join('\n'))
  const args = ['node_modules/tsx/dist/cli.mjs', 'research/features.ts', '--timeframe', timeframe, path]
  const { stdout } = await run(process.execPath, args, { maxBuffer: 1e8 })
  const [header = '', ...lines] = stdout.trimEnd().split('\n')
  return { header, rows: lines.map((line) => line.split(',')) }
}

describe('npm run features', () => {
  it.each(['M1', 'M5'] as const)('[ML-47] prints the feature vectors and targets of %s', async (timeframe) => {
    const { header, rows } = await features(timeframe)
    expect(header).toBe(`timestamp,close,${FEATURES.map(({ name }) => name).join()},target`)

    const candles = timeframe === 'M1' ? MINUTES : foldMinutes(MINUTES, timeframe)
    const indicators = createIndicatorTracker('BTCUSD', 'kraken', timeframe)
    const expected = candles.flatMap((candle, index) => {
      const vector = featureVector(indicators.append(candle), candle.close)
      const next = candles[index + 1]
      const target = next === undefined ? '' : String(Math.sign(next.close - candle.close))
      return vector.ok ? [[candle.timestamp, candle.close, ...vector.values, target].map(String)] : []
    })
    expect(rows).toEqual(expected)
    expect(rows.length).toBeGreaterThan(20)
  })

  it('[ML-47] leaves the target empty before a gap', async () => {
    const { rows } = await features(
      'M1',
      MINUTES.filter((_, index) => index !== 600),
    )
    const before = rows.find(([timestamp]) => Number(timestamp) === MINUTES[599]?.timestamp)
    expect(before?.at(-1)).toBe('')
  })
})
