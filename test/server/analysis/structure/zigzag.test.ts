import { describe, expect, it } from 'vitest'
import { createZigzag, type Swing } from '#server/analysis/structure/zigzag.ts'
import { candleOf, cell, readTable } from '#test/support/data/analysis.ts'
import { referenceData } from '#test/support/data/reference.ts'

const bar = (timestamp: number, low: number, high: number) => ({ timestamp, high, low })

describe('[AN-20] zigzag', () => {
  it('confirms alternating swings after a sufficient reversal', () => {
    const zigzag = createZigzag()
    const bars = [
      bar(0, 10, 11),
      bar(1, 12, 15),
      bar(2, 14, 16),
      bar(3, 13, 15),
      bar(4, 11, 13),
      bar(5, 12, 14),
      bar(6, 14, 17),
    ]
    const swings = bars.map((each) => zigzag.append(each, 4)).filter((swing) => swing !== undefined)
    expect(swings).toEqual([
      { side: 'low', price: 10, time: 0, confirmedAt: 1 },
      { side: 'high', price: 16, time: 2, confirmedAt: 4 },
      { side: 'low', price: 11, time: 4, confirmedAt: 6 },
    ])
    expect(zigzag.pending()).toEqual({ side: 'high', price: 17, time: 6 })
  })

  it('has no swings after one candle', () => {
    const zigzag = createZigzag()
    expect(zigzag.append(bar(0, 10, 11), 4)).toBeUndefined()
    expect(zigzag.pending()).toBeUndefined()
  })
})

/** Swings by a percentage of the price at the start of the leg. */
function percentSwings(path: string, share: number, minBars: number, closes: boolean): Swing[] {
  const zigzag = createZigzag(minBars)
  let from = Number.NaN
  return readTable(path).flatMap((row, i) => {
    const candle = candleOf(row, i)
    const at = { timestamp: i, high: closes ? candle.close : candle.high, low: closes ? candle.close : candle.low }
    from = zigzag.pending()?.price ?? at.high
    return zigzag.append(at, share * from) ?? []
  })
}

const lean = referenceData('patterns/lean-spy_zigzag.csv')
describe.skipIf(!lean)('[AN-20] zigzag equals Lean at 5 % and ten candles', () => {
  it('has the same swings on the same days', () => {
    const labelled = readTable(lean ?? '').flatMap((row, i) =>
      row['type'] === '' ? [] : { side: row['type'] === 'High' ? 'high' : 'low', price: cell(row, 'zigzag'), time: i },
    )
    const ours = percentSwings(lean ?? '', 0.05, 10, false).map(({ side, price, time }) => ({ side, price, time }))
    expect(ours).toEqual(labelled)
  })
})

const skender = referenceData('patterns/skender-zigzag.csv')
describe.skipIf(!skender)('[AN-20] zigzag equals Skender at 5 % of closes', () => {
  it('has the same swings on the same days', () => {
    const labelled = readTable(skender ?? '').flatMap((row, i) =>
      row['pointType'] === ''
        ? []
        : { side: row['pointType'] === 'H' ? 'high' : 'low', price: cell(row, 'zigZag'), time: i },
    )
    const ours = percentSwings(skender ?? '', 0.05, 1, true).map(({ side, price, time }) => ({ side, price, time }))
    // The table does not label the swing at the start of its first leg.
    expect(ours.slice(1)).toEqual(labelled)
  })
})
