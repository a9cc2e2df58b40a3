import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { testDatabase } from '#test/support/server/database.ts'
import { candleAt, T0_S } from '#test/support/server/market.ts'
import { createCandleArchive } from '#server/market/archiver.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const stretch = (from: number, count: number, price = 100) =>
  Array.from({ length: count }, (_, minute) => candleAt(from + minute, price))

describe('candle archive', () => {
  it('[MK-14] returns every value unchanged, oldest first, from a given time', async () => {
    const archive = createCandleArchive(database, 'kraken')
    const odd = candleAt(9, 0.1 + 0.2, { high: 1e9, low: 1e-8, volume: 0.000_000_01 })
    await archive.append('BTCUSD', [odd, ...stretch(0, 2_500).filter(({ timestamp }) => timestamp !== odd.timestamp)])
    const stored = await archive.load('BTCUSD', T0_S + 9 * 60)
    expect(stored).toEqual([odd, ...stretch(10, 2_490)])
  })

  it('[MK-14] takes times within a second, as clocks give them', async () => {
    const archive = createCandleArchive(database, 'simulated')
    await archive.append('SOLUSD', stretch(0, 5))
    expect(await archive.load('SOLUSD', T0_S + 2 * 60 - 0.149)).toEqual(stretch(2, 3))
    expect(await archive.between('SOLUSD', T0_S + 0.5, T0_S + 3 * 60 + 0.5)).toEqual(stretch(1, 3))
  })

  it('[MK-14] does not change a minute that is appended again', async () => {
    const archive = createCandleArchive(database, 'kraken')
    await archive.append('ETHUSD', stretch(0, 3))
    await archive.append('ETHUSD', stretch(1, 4, 999))
    expect(await archive.load('ETHUSD', 0)).toEqual([...stretch(0, 3), ...stretch(3, 2, 999)])
  })

  it('[MK-14] never mixes market kinds or pairs', async () => {
    await createCandleArchive(database, 'replay').append('XRPUSD', stretch(0, 2, 5))
    expect(await createCandleArchive(database, 'kraken').load('XRPUSD', 0)).toEqual([])
    expect(await createCandleArchive(database, 'replay').load('BTCUSD', 0)).toEqual([])
    expect(await createCandleArchive(database, 'replay').load('XRPUSD', 0)).toEqual(stretch(0, 2, 5))
  })

  it('[MK-14] writes a batch completely or not at all', async () => {
    const archive = createCandleArchive(database, 'simulated')
    const batch = [...stretch(0, 1_500), { ...candleAt(1_500), timestamp: 0.5 }]
    await expect(archive.append('BTCUSD', batch)).rejects.toThrow(/Failed query|invalid input syntax/)
    expect(await archive.load('BTCUSD', 0)).toEqual([])
  })

  it('[BT-40] returns a span, and how far it reaches before a time', async () => {
    const archive = createCandleArchive(database, 'simulated')
    await archive.append('XRPUSD', stretch(20, 10))
    expect(await archive.between('XRPUSD', T0_S + 22 * 60, T0_S + 25 * 60)).toEqual(stretch(22, 3))
    const [firstS, lastS] = [T0_S + 20 * 60, T0_S + 29 * 60]
    expect(await archive.extent('XRPUSD')).toEqual({ firstS, lastS, count: 10 })
    expect(await archive.extent('XRPUSD', T0_S + 24 * 60)).toEqual({ firstS, lastS: T0_S + 23 * 60, count: 4 })
    expect(await archive.extent('XRPUSD', firstS)).toBeUndefined()
    await archive.prune(T0_S + 60 * 60)
  })

  it('[MK-15] prunes older candles of its own market kind and of every pair', async () => {
    const [stored, other] = [createCandleArchive(database, 'simulated'), createCandleArchive(database, 'replay')]
    await stored.append('ETHUSD', stretch(0, 10))
    await stored.append('XRPUSD', stretch(0, 10))
    await other.append('ETHUSD', stretch(0, 10))
    await stored.prune(T0_S + 7 * 60)
    expect(await stored.load('ETHUSD', 0)).toEqual(stretch(7, 3))
    expect(await stored.load('XRPUSD', 0)).toEqual(stretch(7, 3))
    expect(await other.load('ETHUSD', 0)).toEqual(stretch(0, 10))
  })
})
