import * as fc from 'fast-check'
import { BehaviorSubject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import type { Candle } from '#contract/candles.ts'
import { diffCandles, toFeed, type ChartFeed } from '#src/streams/candles/feed.ts'

const candle = (minute: number, close = 1): Candle => ({
  timestamp: minute * 60,
  open: 1,
  high: close,
  low: 1,
  close,
  volume: 1,
})
const [a, b, c, d, e] = [candle(1), candle(2), candle(3), candle(4), candle(5)]
const b2 = candle(2, 5)

describe('[ST-20] updates between windows', () => {
  it.each<[string, Candle[], Candle[], ChartFeed[]]>([
    ['nothing changed', [a, b], [a, b], []],
    ['the last changed', [a, b], [a, b2], [{ kind: 'tick', candle: b2 }]],
    ['one more', [a, b], [a, b, c], [{ kind: 'tick', candle: c }]],
    [
      'the last closed and one more',
      [a, b],
      [a, b2, c],
      [
        { kind: 'tick', candle: b2 },
        { kind: 'tick', candle: c },
      ],
    ],
    ['the full window slid on', [a, b, c], [b, c, d], [{ kind: 'tick', candle: d }]],
    ['the oldest left', [a, b, c], [b, c], [{ kind: 'reset', candles: [b, c] }]],
    ['an earlier one changed', [a, b, c], [a, b2, c], [{ kind: 'reset', candles: [a, b2, c] }]],
    ['a gap was filled', [a, c], [a, b, c], [{ kind: 'reset', candles: [a, b, c] }]],
    ['older ones were added', [b, c], [a, b, c], [{ kind: 'reset', candles: [a, b, c] }]],
    ['many more at once', [a], [a, b, c, d, e], [{ kind: 'reset', candles: [a, b, c, d, e] }]],
    ['others altogether', [a, b], [d, e], [{ kind: 'reset', candles: [d, e] }]],
    ['nothing left', [a], [], [{ kind: 'reset', candles: [] }]],
    ['the first ones', [], [a], [{ kind: 'reset', candles: [a] }]],
    ['still none', [], [], []],
  ])('%s', (_, shown, next, expected) => {
    expect(diffCandles(shown, next, 3)).toEqual(expected)
  })

  it('keep a chart equal to the window', () => {
    const windows = fc.array(
      fc.uniqueArray(fc.tuple(fc.nat(8), fc.nat(2)), { selector: ([minute]) => minute, maxLength: 8 }),
      { maxLength: 20 },
    )
    const pool = new Map<string, Candle>()
    const pooled = ([minute, close]: [number, number]) => {
      const key = `${minute} ${close}`
      const held = pool.get(key) ?? candle(minute, close + 1)
      pool.set(key, held)
      return held
    }
    fc.assert(
      fc.property(windows, (all) => {
        const source = new BehaviorSubject<readonly Candle[]>([])
        let chart: Candle[] = []
        toFeed(source).subscribe((step) => {
          if (step.kind === 'reset') chart = [...step.candles]
          else if (chart.at(-1)?.timestamp === step.candle.timestamp) chart[chart.length - 1] = step.candle
          else chart.push(step.candle)
        })
        for (const window of all) {
          const candles = window.map(pooled).sort((x, y) => x.timestamp - y.timestamp)
          source.next(candles)
          expect(chart).toEqual(candles)
        }
      }),
      { numRuns: 1_000, seed: 8 },
    )
  })

  it('start with a reset for every subscriber', () => {
    const source = new BehaviorSubject<readonly Candle[]>([a, b])
    const feed$ = toFeed(source)
    const first: ChartFeed[] = []
    const second: ChartFeed[] = []
    feed$.subscribe((step) => first.push(step))
    source.next([a, b, c])
    feed$.subscribe((step) => second.push(step))
    expect(first).toEqual([
      { kind: 'reset', candles: [a, b] },
      { kind: 'tick', candle: c },
    ])
    expect(second).toEqual([{ kind: 'reset', candles: [a, b, c] }])
  })
})
