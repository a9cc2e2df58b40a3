import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Candle } from '#contract/candles.ts'
import { computeReadings } from '#server/backtests/readings/compute.ts'
import { decodeReadings, encodeReadings } from '#server/backtests/readings/encoding.ts'
import { updatesOf, type Readings } from '#server/backtests/readings/readings.ts'
import { createReadingsStore, hashOf, removeOtherVersions } from '#server/backtests/readings/store.ts'
import { READINGS_VERSION } from '#server/backtests/readings/version.ts'
import { extractSignals } from '#server/strategies/signal-extractors/extract.ts'
import { walk } from '#test/support/data/analysis.ts'
import { toColumns } from '#server/backtests/trading/candle-columns.ts'
import { updatesOf as publishedOf } from '#test/support/server/strategy-replay.ts'

/** 2019-06-09T00:00:00Z, so that longer candles close in between. */
const START_S = 1_560_038_400
const MINUTES = walk({ count: 400, seed: 4, start: START_S })
const FIRST = 300

/** They stand still for two hours in between, and some are missing. */
const QUIET_MINUTES = MINUTES.map((candle, n) =>
  n < 180 || n > 320 ? candle : { ...candle, open: 5, high: 5, low: 5, close: 5, volume: 0 },
).filter((_, n) => n % 9 !== 4)

function compute(minutes: readonly Candle[] = MINUTES, first = FIRST): Readings {
  const work = computeReadings('BTCUSD', toColumns(minutes), first)
  for (;;) {
    const each = work.next()
    if (each.done) return each.value
  }
}

let readings: Readings
let folder: string
beforeAll(async () => {
  readings = compute()
  folder = await mkdtemp(join(tmpdir(), 'pairbot-readings-'))
})
afterAll(() => rm(folder, { recursive: true }))

const keysOf = ({ streams }: Readings) => new Set(streams.map(({ key }) => key))
const name = { dataSet: 'library:kraken:BTCUSD', month: '2019-06', hash: 'abc' }
const stored = () => join(folder, `v${READINGS_VERSION}`, encodeURIComponent(name.dataSet), '2019-06-abc.readings')

describe('readings', () => {
  it('[BT-20] are what live streams would have given strategies, minute by minute', () => {
    const [initial, ...closed] = publishedOf(MINUTES, START_S + FIRST * 60).map(extractSignals)

    expect(readings.initial).toEqual(initial)
    expect([...updatesOf(readings)]).toEqual(closed)
  })

  it('[BT-20] are that of a quiet market with missing minutes, too', () => {
    const first = 104
    const [initial, ...closed] = publishedOf(QUIET_MINUTES, QUIET_MINUTES[first]!.timestamp).map(extractSignals)
    const quiet = compute(QUIET_MINUTES, first)

    expect(quiet.initial).toEqual(initial)
    expect([...updatesOf(quiet)]).toEqual(closed)
  })

  it('[BT-20] are the same after they were stored, and contain only the streams asked for', () => {
    const bytes = encodeReadings(readings)
    expect(decodeReadings(bytes, keysOf(readings))).toEqual(readings)
    const [first] = keysOf(readings)
    expect(decodeReadings(bytes, new Set([first!])).streams.map(({ key }) => key)).toEqual([first])
  })

  it('[BT-22] change only with a new version', () => {
    const hash = createHash('sha256')
      .update(JSON.stringify([...updatesOf(readings)].map((update) => ({ ...update, signals: [...update.signals] }))))
      .digest('hex')
      .slice(0, 16)
    // If this fails, the analysis changed: raise READINGS_VERSION, and enter the new hash.
    expect([READINGS_VERSION, hash]).toEqual([3, 'ce505cf2bf4d6b66'])
  })
})

describe('stored readings', () => {
  it('[BT-21] are found again for the same candles only', async () => {
    const store = createReadingsStore(folder)
    await store.save(name, readings)

    expect(await store.load(name, keysOf(readings))).toEqual(readings)
    expect(await store.load({ ...name, hash: 'other' }, new Set())).toBeUndefined()
    const columns = toColumns(MINUTES)
    const changed = toColumns(MINUTES.map((candle, n) => (n === 7 ? { ...candle, volume: candle.volume + 1 } : candle)))
    expect(hashOf(changed)).not.toBe(hashOf(columns))
  })

  it('[BT-21] replace those of the same month', async () => {
    const store = createReadingsStore(folder)
    await store.save({ ...name, hash: 'older' }, readings)
    await store.save(name, readings)

    expect(await readdir(join(stored(), '..'))).toEqual(['2019-06-abc.readings'])
  })

  it('[BT-23] are never used when they are incomplete', async () => {
    const store = createReadingsStore(folder)
    await store.save(name, readings)
    const { length } = await readFile(stored())
    for (const cut of [length - 1, Math.floor(length / 2), 3, 0]) {
      await truncate(stored(), cut)
      expect(await store.load(name, keysOf(readings))).toBeUndefined()
      await store.save(name, readings)
    }
    await writeFile(`${stored()}.1.tmp`, 'half')
    await store.save(name, readings)
    expect(await readdir(join(stored(), '..'))).toEqual(['2019-06-abc.readings'])
  })

  it('[BT-22] of other versions are deleted', async () => {
    const store = createReadingsStore(folder)
    await store.save(name, readings)
    await writeFile(join(folder, 'v0'), '')
    await removeOtherVersions(folder)

    expect(await readdir(folder)).toEqual([`v${READINGS_VERSION}`])
    await removeOtherVersions(join(folder, 'missing'))
  })
})
