import { describe, expect, it } from 'vitest'
import { parseHistory } from '#src/transport/api/candles.ts'
import { aProvenance } from '#test/support/data/messages.ts'
import { candleAt } from '#test/support/client/streams.ts'

const rows = [candleAt(0), candleAt(1)]
const history = (part: object = {}) => ({
  kind: 'history',
  history: { candles: rows, lastIsComplete: false, provenance: undefined, refused: 0, ...part },
})

describe('parseHistory', () => {
  it.each([
    [
      'our own reply',
      {
        candles: rows,
        timeframe: '1m',
        trading_pair: 'BTC/USD',
        count: 2,
        last_is_complete: true,
        provenance: aProvenance(),
      },
      history({ lastIsComplete: true, provenance: aProvenance() }),
    ],
    ['a bare one', { candles: rows }, history()],
    ['one wrapped in data', { success: true, data: { candles: rows } }, history()],
    ['milliseconds', { candles: rows.map((row) => ({ ...row, timestamp: row.timestamp * 1000 })) }, history()],
    ['more columns', { candles: rows.map((row) => ({ ...row, vwap: 1 })) }, history()],
    ['newest first', { candles: rows.toReversed() }, history()],
    ['a minute twice', { candles: [candleAt(0, 1), ...rows] }, history()],
    ['odd extras', { candles: rows, last_is_complete: 'yes', provenance: { market: 'moon' } }, history()],
    [
      'some rows that are none',
      { candles: [null, ...rows, [1, 2], { ...rows[0], open: '1' }, { ...rows[0], low: -1 }] },
      history({ refused: 4 }),
    ],
    ['HA-26 no rows', { candles: [] }, { kind: 'empty' }],
    ['HA-43 rows that are no candles', { candles: [{ t: 1 }, 5] }, { kind: 'not-candles' }],
    ['HA-26 another shape', { rows }, { kind: 'malformed' }],
    ['HA-26 candles that are no list', { candles: {} }, { kind: 'malformed' }],
    ['HA-26 nothing', null, { kind: 'malformed' }],
    ['HA-26 a text', 'candles', { kind: 'malformed' }],
  ])('recognises %s', (_, body, expected) => {
    expect(parseHistory(body)).toEqual(expected)
  })
})
