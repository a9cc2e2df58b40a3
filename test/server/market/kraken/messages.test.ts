import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFrame } from '#server/market/kraken/messages.ts'
import { parseOhlc } from '#server/market/kraken/rest.ts'
import { referenceData } from '#test/support/data/reference.ts'

describe('frames of Kraken', () => {
  it('[MK-50] open at interval_begin, nine digits of a second or not', () => {
    const frame = (begin: string) =>
      `{"channel":"ohlc","type":"update","timestamp":"2026-10-06T18:06:02.264627814Z","data":[{"symbol":"BTC/USD","open":85754.8,"high":85754.8,"low":85754.7,"close":85754.8,"trades":5,"volume":0.00126522,"vwap":85754.7,"interval_begin":"${begin}","interval":1,"timestamp":"2026-10-06T18:07:00.000000Z"}]}`
    for (const begin of ['2026-10-06T18:06:00.000000000Z', '2026-10-06T18:06:00Z']) {
      expect(parseFrame(frame(begin))).toEqual({
        kind: 'ohlc',
        type: 'update',
        sentAt: Date.UTC(2026, 9, 6, 18, 6, 2, 264),
        rows: [
          {
            pair: 'BTCUSD',
            candle: {
              timestamp: Date.UTC(2026, 9, 6, 18, 6) / 1000,
              open: 85_754.8,
              high: 85_754.8,
              low: 85_754.7,
              close: 85_754.8,
              volume: 0.001_265_22,
            },
          },
        ],
        rejects: [],
      })
    }
    expect(parseFrame(frame('2026-10-06T18:06:01Z'))).toMatchObject({
      rows: [],
      rejects: ['an invalid candle of BTC/USD'],
    })
  })

  it('[MK-55] are never fatal, whatever their content', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(['reject', 'other']).toContain(parseFrame(text).kind)
      }),
    )
  })
})

const CAPTURES = referenceData('kraken/ws-v2-messages-A.jsonl')
describe.skipIf(!CAPTURES)('recorded frames of Kraken (needs PAIRBOT_REFERENCE_DATA)', () => {
  const lines = CAPTURES ? readFileSync(CAPTURES, 'utf8').trim().split('\n') : []
  const frames = new Map(
    lines.map((line) => {
      const { id, raw } = JSON.parse(line) as { id: string; raw: string }
      return [id, raw]
    }),
  )
  const parsed = (id: string) => parseFrame(frames.get(id) ?? '')

  it('[MK-50] of the candle channel are parsed completely', () => {
    expect(parsed('A03')).toEqual({
      kind: 'ohlc',
      type: 'snapshot',
      sentAt: Date.UTC(2026, 9, 6, 18, 6, 1, 982),
      rows: [
        {
          pair: 'BTCUSD',
          candle: {
            timestamp: Date.UTC(2026, 9, 6, 17, 57) / 1000,
            open: 85_702.8,
            high: 85_702.8,
            low: 85_697.9,
            close: 85_697.9,
            volume: 0.693_679_51,
          },
        },
        {
          pair: 'BTCUSD',
          candle: {
            timestamp: Date.UTC(2026, 9, 6, 17, 58) / 1000,
            open: 85_697.9,
            high: 85_697.9,
            low: 85_686,
            close: 85_690.7,
            volume: 0.087_678_12,
          },
        },
      ],
      rejects: [],
    })
    expect(parsed('A15')).toMatchObject({ rows: [{ pair: 'ETHUSD' }, { pair: 'ETHUSD' }], rejects: [] })
  })

  it('[MK-53] [MK-55] are parsed to their meaning', () => {
    expect([parsed('A01'), parsed('A11')]).toEqual([
      { kind: 'status', system: 'online' },
      { kind: 'status', system: 'online' },
    ])
    expect(parsed('A07')).toEqual({ kind: 'refusal', pair: undefined, reason: 'Currency pair not supported XBT/USD' })
    expect(['A02', 'A06', 'A08', 'A10', 'A12', 'A13', 'A16'].map((id) => parsed(id))).toEqual(
      Array.from({ length: 7 }, () => ({ kind: 'other' })),
    )
  })

  it('are all recognised', () => {
    expect(frames.size).toBe(24)
    expect([...frames.values()].map((frame) => parseFrame(frame).kind).filter((kind) => kind === 'reject')).toEqual([])
  })
})

const REST = referenceData('kraken/rest-OHLC-1m-XBTUSDT-2025-11-10-A.json')
describe.skipIf(!REST)('a recorded REST response of Kraken (needs PAIRBOT_REFERENCE_DATA)', () => {
  it('[MK-56] yields its closed candles, including minutes without trades', () => {
    const json = JSON.parse(readFileSync(REST!, 'utf8')) as { result: { last: number } }
    const candles = parseOhlc(json, 'M1')
    expect(candles).toHaveLength(462)
    expect(candles[0]).toEqual({
      timestamp: 1_762_777_020,
      open: 106_038.2,
      high: 106_038.2,
      low: 106_038.2,
      close: 106_038.2,
      volume: 0,
    })
    expect(candles.at(-1)?.timestamp).toBe(json.result.last)
  })
})

describe('a REST response', () => {
  it.each([
    ['no object', [], 'Kraken sent a malformed response'],
    ['an error', { error: ['EQuery:Unknown asset pair'] }, 'Kraken answered EQuery:Unknown asset pair'],
    ['no candles', { error: [], result: { last: 5 } }, 'Kraken answered without candles'],
    ['something else', { error: [], result: { XXBTZUSD: 'soon' } }, 'Kraken answered without candles'],
  ])('[MK-55] with %s is an error with a reason', (_what, json, message) => {
    expect(() => parseOhlc(json, 'M1')).toThrow(message)
  })

  it('[MK-55] skips only unreadable rows', () => {
    const row = (time: unknown, high = '3') => [time, '2', high, '1', '2', '2', '0.5', 4]
    const json = {
      error: [],
      result: { X: [row(60), row('x'), row(120, '1.5'), row(180, 'NaN'), [240], row(300), row(360)] },
    }
    expect(parseOhlc(json, 'M1').map(({ timestamp }) => timestamp)).toEqual([60, 300])
  })
})
