import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Candle } from '#contract/candles.ts'
import { candleAt, T0_S } from '#test/support/server/market.ts'
import { createMinuteAssembler, type MinuteReport } from '#server/market/kraken/candle-assembler.ts'

/** What the exchange knows: per minute a final candle, or nothing where no user traded. */
const days = fc.array(fc.option(fc.integer({ min: 90, max: 110 }), { freq: 4 }), { minLength: 5, maxLength: 60 })

const closedOf = (reports: readonly MinuteReport[]) =>
  reports.flatMap(({ kind, candle }) => (kind === 'closed' ? [candle] : []))

/** The minutes as they ought to be: traded ones as they are, quiet ones flat at the close before. */
function ideal(prices: readonly (number | null)[]): Candle[] {
  const candles: Candle[] = []
  for (const [minute, price] of prices.entries()) {
    const before = candles.at(-1)?.close
    if (price !== null) candles.push(candleAt(minute, price))
    else if (before !== undefined) {
      candles.push(candleAt(minute, before, { high: before, low: before, close: before, volume: 0 }))
    }
  }
  return candles
}

describe('minute assembler', () => {
  it('[MK-50] [MK-51] [MK-52] emits each minute once and completely, whatever the snapshots, repeats and clock ticks', () => {
    fc.assert(
      fc.property(days, fc.infiniteStream(fc.nat(9)), (prices, dice) => {
        const assembler = createMinuteAssembler()
        const reports: MinuteReport[] = []
        const rowsUntil = (minute: number) =>
          prices.slice(0, minute + 1).flatMap((price, at) => (price === null ? [] : [candleAt(at, price)]))
        for (const [minute, price] of prices.entries()) {
          const [{ value: roll }] = [dice.next()]
          if (roll < 2) reports.push(...assembler.closeElapsed(T0_S + minute * 60))
          if (price === null) continue
          if (roll === 5) reports.push(...assembler.ingest(rowsUntil(minute)))
          else {
            reports.push(...assembler.ingest([candleAt(minute, price, { volume: 0.1 })]))
            if (roll === 7) reports.push(...assembler.ingest([candleAt(minute - 1, 1)]))
            reports.push(...assembler.ingest([candleAt(minute, price)]))
          }
        }
        reports.push(...assembler.closeElapsed(T0_S + prices.length * 60))
        expect(closedOf(reports)).toEqual(ideal(prices))
      }),
    )
  })

  it('[MK-59] repeats the running minute with the clock, flat while nobody has traded in it', () => {
    const assembler = createMinuteAssembler()
    assembler.ingest([candleAt(0), candleAt(1)])
    expect(assembler.closeElapsed(T0_S + 70)).toEqual([{ kind: 'partial', candle: candleAt(1) }])
    const flat = (minute: number) => candleAt(minute, 101, { high: 101, low: 101, close: 101, volume: 0 })
    const { close } = candleAt(1)
    expect(close).toBe(101)
    expect(assembler.closeElapsed(T0_S + 121)).toEqual([
      { kind: 'closed', candle: candleAt(1) },
      { kind: 'partial', candle: flat(2) },
    ])
    expect(assembler.ingest([candleAt(2)])).toEqual([{ kind: 'partial', candle: candleAt(2) }])
    assembler.markGap()
    expect(assembler.closeElapsed(T0_S + 150)).toEqual([])
  })

  it('[MK-52] leaves a marked gap absent and fills again after it', () => {
    const assembler = createMinuteAssembler()
    assembler.ingest([candleAt(0), candleAt(1)])
    assembler.markGap()
    const reports = [...assembler.ingest([candleAt(10)]), ...assembler.ingest([candleAt(12)])]
    expect(closedOf(reports)).toEqual([candleAt(10), candleAt(11, 101, { high: 101, low: 101, close: 101, volume: 0 })])
  })

  it('[MK-52] closes minutes known to be complete in place of the running one', () => {
    const assembler = createMinuteAssembler()
    assembler.ingest([candleAt(0), candleAt(1, 100, { volume: 0.1 })])
    assembler.markGap()
    expect(assembler.ingestClosed([candleAt(0, 7), candleAt(1), candleAt(2)])).toEqual([
      { kind: 'closed', candle: candleAt(1) },
      { kind: 'closed', candle: candleAt(2) },
    ])
    expect(closedOf(assembler.ingest([candleAt(2), candleAt(4)]))).toEqual([
      candleAt(3, 101, { high: 101, low: 101, close: 101, volume: 0 }),
    ])
    expect(assembler.lastClosed()?.timestamp).toBe(T0_S + 180)
  })
})
