import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Candle } from '#contract/candles.ts'
import type { CandleHistory } from '#src/streams/ports.ts'
import {
  candlesOf,
  changeSince,
  EMPTY_WINDOW,
  foldCandles,
  type CandleAction,
  type CandleWindow,
  marketOf,
  rowsOf,
  type CandleRow,
} from '#src/streams/candles/candle-window.ts'
import { Series } from '#src/ui/charts/series.ts'
import { aProvenance, T0 } from '#test/support/data/messages.ts'

const NOW = T0 * 1000

/** Candle of minute `minute` after T0 that closes at `close`. */
const candle = (minute: number, close = 100 + minute): Candle => ({
  timestamp: T0 + minute * 60,
  open: 100,
  high: Math.max(100, close),
  low: Math.min(100, close),
  close,
  volume: 1,
})

/** A tick of a minute; `at` is when it was published and received, in ms after T0. */
const tick = (minute: number, close: number, at = 0, part: Partial<CandleRow> = {}): CandleAction => ({
  type: 'tick',
  row: {
    candle: candle(minute, close),
    isComplete: false,
    source: 'live',
    messageId: undefined,
    remainingS: 30,
    publishedAt: NOW + at,
    receivedAt: NOW + at,
    freshAt: NOW + at,
    provenance: undefined,
    ...part,
  },
})
const closed = (minute: number, close: number, at = 0) => tick(minute, close, at, { isComplete: true })

const history = (candles: readonly Candle[], at = 0, part: Partial<CandleHistory> = {}): CandleAction => ({
  type: 'history',
  history: {
    candles,
    lastIsComplete: false,
    provenance: aProvenance({ published_at: NOW + at }),
    refused: 0,
    ...part,
  },
  requestedAt: NOW + at,
  receivedAt: NOW + at,
})

const fold = (...actions: CandleAction[]): CandleWindow => actions.reduce(foldCandles, EMPTY_WINDOW)
const timeOf = (action: CandleAction): number => (action.type === 'tick' ? action.row.candle.timestamp : -Infinity)
const shown = (window: CandleWindow) =>
  rowsOf(window).map((row) => [(row.candle.timestamp - T0) / 60, row.candle.close, row.isComplete])

describe('foldCandles: ticks', () => {
  it('[ST-10] update the last candle within 60 s, and append from 60 s on', () => {
    const inside = tick(0, 103, 59_000, { candle: { ...candle(0, 103), timestamp: T0 + 59 } })
    const window = fold(tick(0, 101), tick(0, 102, 1), inside, tick(1, 104, 60_000))
    expect(shown(window)).toEqual([
      [0, 103, false],
      [1, 104, false],
    ])
    expect(window.earlier[0]?.candle.timestamp).toBe(T0)
  })

  it('WS-22 [ST-10] ignore older ones', () => {
    const window = fold(tick(0, 100), closed(0, 101, 1), tick(1, 102, 2), tick(2, 103, 3), tick(3, 104, 4))
    expect(foldCandles(window, tick(1, 999, 9))).toBe(window)
    expect(foldCandles(window, closed(0, 999, 9))).toBe(window)
  })

  it('WS-22 [ST-10] correct the previous minute by its late close', () => {
    const window = fold(tick(0, 101), tick(1, 102, 2), closed(0, 103, 1))
    expect(shown(window)).toEqual([
      [0, 103, true],
      [1, 102, false],
    ])
    expect(foldCandles(window, closed(0, 103, 1))).toBe(window)
    expect(foldCandles(window, tick(0, 104, 5))).toBe(window)
  })

  it('WS-22 [ST-12] prefer the value published later for the same minute', () => {
    const window = fold(tick(0, 102, 20), tick(0, 101, 10))
    expect(shown(window)).toEqual([[0, 102, false]])
    expect(window.last?.receivedAt).toBe(NOW + 20)
  })

  it('[ST-12] never reopen a closed candle', () => {
    expect(shown(fold(closed(0, 101, 1), tick(0, 102, 2)))).toEqual([[0, 101, true]])
  })

  it('[ST-10] hold at most 500 candles', () => {
    const window = fold(...Array.from({ length: 700 }, (_, minute) => closed(minute, minute + 1, minute)))
    expect(rowsOf(window)).toHaveLength(500)
    expect(shown(window)[0]).toEqual([200, 201, true])
    expect(window.missingCount).toBe(0)
  })

  it('A17 [ST-14] append after a jump of several minutes and request the missing ones', () => {
    const window = fold(closed(0, 101), tick(5, 102, 1))
    expect(shown(window)).toEqual([
      [0, 101, true],
      [5, 102, false],
    ])
    expect(window.missingCount).toBe(1)
  })

  it('[ST-14] request a minute that ends without a close, once closes are reported at all', () => {
    expect(fold(tick(0, 101), tick(1, 102, 1)).missingCount).toBe(0)
    expect(fold(closed(0, 101), tick(1, 102, 1), tick(2, 103, 2)).missingCount).toBe(1)
  })

  it('[ST-14] count a late close as reporting closes, but not one of another market', () => {
    expect(fold(tick(0, 101), tick(1, 102, 1), closed(0, 101, 2), tick(2, 103, 3)).missingCount).toBe(1)
    const of = (market: 'kraken' | 'simulated') => ({ provenance: aProvenance({ market }) })
    const first = tick(0, 101, 0, { ...of('simulated'), isComplete: true })
    expect(fold(first, tick(1, 7, 1, of('kraken')), tick(2, 8, 2, of('kraken'))).missingCount).toBe(1)
  })

  it('[ST-33] ignore cached candles if there are others', () => {
    const held = fold(tick(5, 101))
    const cached = { candles: [candle(0)], isComplete: true, receivedAt: NOW, provenance: undefined }
    expect(foldCandles(held, { type: 'cached', ...cached })).toBe(held)
  })

  it('[ST-13] start over with a tick of another market', () => {
    const other = aProvenance({ market: 'kraken' })
    const window = fold(
      tick(0, 101, 0, { provenance: aProvenance() }),
      tick(1, 102, 1, { provenance: aProvenance() }),
      tick(1, 7, 2, { provenance: other }),
    )
    expect(shown(window)).toEqual([[1, 7, false]])
    expect([marketOf(window), window.missingCount]).toEqual(['kraken', 1])
  })
})

describe('foldCandles: history', () => {
  const three = [candle(0), candle(1), candle(2)]

  it('[ST-13] fills an empty window', () => {
    const window = fold(history(three))
    expect(shown(window)).toEqual([
      [0, 100, true],
      [1, 101, true],
      [2, 102, false],
    ])
    expect(window.last?.source).toBe('polling')
  })

  it('[ST-12] a late history never overwrites fresher ticks', () => {
    const window = fold(closed(1, 201, 10), tick(2, 202, 20), tick(3, 203, 30), history(three, 5))
    expect(shown(window)).toEqual([
      [0, 100, true],
      [1, 201, true],
      [2, 202, false],
      [3, 203, false],
    ])
    expect(window.last).toMatchObject({ source: 'live', receivedAt: NOW + 30 })
  })

  it('[ST-12] without server times, prefers ticks received since the request', () => {
    const plain = { provenance: undefined }
    const ticks = [closed(0, 201, -10), tick(1, 202, 10)]
    expect(shown(fold(...ticks, history([candle(0), candle(1)], 0, plain)))).toEqual([
      [0, 100, true],
      [1, 202, false],
    ])
  })

  it("WS-24 [ST-13] equals the server's window after a cut", () => {
    const held = Array.from({ length: 500 }, (_, minute) => closed(minute, 999, minute))
    const server = Array.from({ length: 500 }, (_, minute) => candle(minute + 7))
    const window = fold(...held, tick(500, 5, 501), history(server, 600_000, { lastIsComplete: true }))
    expect(rowsOf(window).map(({ candle: cached }) => cached)).toEqual(server)
    expect(rowsOf(window).every(({ isComplete }) => isComplete)).toBe(true)
  })

  it('[ST-13] drops minutes missing on the server, unless they are fresher', () => {
    expect(shown(fold(closed(0, 101, 0), closed(1, 102, 1), history([candle(0), candle(2)], 10)))).toEqual([
      [0, 100, true],
      [2, 102, false],
    ])
    expect(shown(fold(closed(1, 102, 20), history([candle(0), candle(2)], 10)))).toEqual([
      [0, 100, true],
      [1, 102, true],
      [2, 102, false],
    ])
  })

  it('[ST-12] does not reopen a closed candle by a running one', () => {
    expect(shown(fold(closed(0, 105, 0), history([candle(0)], 10)))).toEqual([[0, 105, true]])
  })

  it('[ST-13] replaces everything with a history of another market', () => {
    const window = fold(
      tick(5, 1, 99, { provenance: aProvenance() }),
      history(three, 0, { provenance: aProvenance({ market: 'replay' }) }),
    )
    expect(shown(window).map(([minute]) => minute)).toEqual([0, 1, 2])
  })

  it('[ST-10] keeps the newest 500', () => {
    const window = fold(history(Array.from({ length: 900 }, (_, minute) => candle(minute))))
    expect(rowsOf(window)).toHaveLength(500)
    expect(shown(window)[0]?.[0]).toBe(400)
  })
})

describe('foldCandles: any order', () => {
  const action = fc.oneof(
    fc
      .tuple(fc.nat(12), fc.integer({ min: 90, max: 110 }), fc.nat(1_000), fc.boolean())
      .map(([minute, close, at, isComplete]) => tick(minute, close, at, { isComplete })),
    fc.tuple(fc.uniqueArray(fc.nat(12), { maxLength: 8 }), fc.nat(1_000)).map(([minutes, at]) =>
      history(
        minutes.toSorted((a, b) => a - b).map((minute) => candle(minute)),
        at,
      ),
    ),
  )

  it('[ST-10] keeps minutes sorted and unique for any input', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        let window = EMPTY_WINDOW
        for (const next of actions) {
          const folded = foldCandles(window, next)
          const times = rowsOf(folded).map(({ candle: { timestamp } }) => timestamp)
          expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
          expect(folded.missingCount).toBeGreaterThanOrEqual(window.missingCount)
          window = folded
        }
      }),
      { numRuns: 1_000, seed: 6 },
    )
  })

  it('[ST-20] says what changed, so that a chart that applies it has the candles of the window', () => {
    fc.assert(
      fc.property(fc.array(fc.array(action, { maxLength: 4 }), { maxLength: 20 }), (frames) => {
        const series = new Series()
        let window = EMPTY_WINDOW
        for (const actions of frames) {
          let from = Infinity
          for (const next of actions) {
            const folded = foldCandles(window, next)
            if (folded !== window) from = Math.min(from, timeOf(next))
            window = folded
          }
          if (from < Infinity) series.apply(changeSince(window, from))
          expect(series.slice(series.first, series.last + 1)).toEqual(candlesOf(window))
        }
      }),
      { numRuns: 1_000, seed: 6 },
    )
  })

  it('[ST-20] says of a tick no more than it changed', () => {
    const window = fold(closed(0, 101), closed(1, 102, 1), tick(2, 103, 2))
    const changeBy = (action: CandleAction) => changeSince(foldCandles(window, action), timeOf(action))
    const oldest = T0
    const inside = tick(2, 107, 3, { candle: { ...candle(2, 107), timestamp: T0 + 125 } })
    expect(changeBy(inside)).toEqual({ kind: 'tick', candles: [candle(2, 107)], oldest })
    const late = [candle(1, 106), candle(2, 103)]
    expect(changeSince(fold(tick(1, 102), tick(2, 103, 2), closed(1, 106, 1)), candle(1).timestamp)).toMatchObject({
      candles: late,
    })
    expect(changeBy(tick(2, 104, 3))).toEqual({ kind: 'tick', candles: [candle(2, 104)], oldest })
    expect(changeBy(tick(3, 105, 4))).toEqual({ kind: 'tick', candles: [candle(3, 105)], oldest })
    expect(changeBy(history([candle(0), candle(1)], 5))).toMatchObject({ kind: 'reset', isAtNewest: true })
  })

  it('[ST-20] says with a tick which candles have left a full window', () => {
    const actions = Array.from({ length: 501 }, (_, minute) => closed(minute, minute + 1, minute))
    expect(changeSince(fold(...actions), candle(500).timestamp)).toEqual({
      kind: 'tick',
      candles: [candle(500, 501)],
      oldest: T0 + 60,
    })
  })

  it("WS-23 [ST-12] gives the server's window for the same ticks in any order, followed by the history", () => {
    const server = Array.from({ length: 8 }, (_, minute) => candle(minute, 200 + minute))
    const ticks = server.flatMap((row, minute) => [
      tick(minute, row.close - 1, minute * 10),
      closed(minute, row.close, minute * 10 + 5),
    ])
    fc.assert(
      fc.property(fc.shuffledSubarray(ticks, { minLength: 0 }), (some) => {
        const window = fold(...some, history(server, 1_000, { lastIsComplete: true }))
        expect(rowsOf(window).map(({ candle: cached }) => cached)).toEqual(server)
      }),
      { numRuns: 500, seed: 7 },
    )
  })
})
