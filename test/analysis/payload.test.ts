import { describe, expect, it } from 'vitest'
import { DATA_ERROR_CODES } from '#contract/payloads/header.ts'
import { problem } from '#src/analysis/problems.ts'
import { readPayload } from '#src/analysis/payload.ts'

const KEY = 'tdp:kraken:BTCUSD:analysis:market_structure'
const HEAD = { trading_pair: 'BTC/USD', exchange: 'kraken', timestamp: 1_561_932_000 }
const read = (data: unknown, key = KEY) =>
  readPayload(data, key, (payload) => ({ model: payload, isOfKind: true, problems: [] }))
const codes = (data: unknown) => read(data).problems.map(({ code }) => code)

describe('[MA-1] MS-23 a message is read under its wrapper', () => {
  it.each([
    ['Analysis', { Analysis: HEAD }],
    ['TechnicalIndicator', { TechnicalIndicator: HEAD }],
    ['ProcessedCandle', { ProcessedCandle: HEAD }],
    ['Unknown', { Unknown: HEAD }],
    ['a wrapper of another server', { MarketStructure: HEAD }],
    ['none', HEAD],
    ['JSON text', JSON.stringify({ Analysis: HEAD })],
    ['JSON text inside', { Analysis: JSON.stringify(HEAD) }],
    ['JSON text inside a wrapper of another server', { MarketStructure: JSON.stringify(HEAD) }],
  ])('%s', (_, data) => {
    expect(read(data)).toEqual({
      header: { pair: 'BTCUSD', pairLabel: 'BTC/USD', exchange: 'Kraken', timeframe: undefined, at: 1_561_932_000_000 },
      model: HEAD,
      isOfKind: true,
      problems: [],
    })
  })

  it.each([
    ['no object', 42, 'parse_error'],
    ['nothing', null, 'parse_error'],
    ['text that is no JSON', '{"Analysis":', 'parse_error'],
    ['a known wrapper around no object', { Analysis: [1] }, 'stream_parse_error'],
    ['a known wrapper around broken text', { TechnicalIndicator: '{' }, 'stream_parse_error'],
    ['a known wrapper around nothing that is recognised', { Analysis: { rain: 1 } }, 'stream_parse_error'],
    ['an empty object', {}, 'stream_parse_error'],
    ['Unknown around no object', { Unknown: 'NOPE' }, 'unknown_wrapper_parse_error'],
    ['one name around nothing that is recognised', { Weather: { rain: 1 } }, 'unknown_wrapper_parse_error'],
    ['several fields, none recognised', { rain: 1, wind: 2 }, 'stream_parse_error'],
  ])('%s cannot be read and reports why', (_, data, code) => {
    const { model, problems } = read(data)
    expect({ model, codes: problems.map((each) => each.code) }).toEqual({ model: undefined, codes: [code] })
  })
})

describe('[MA-2] fields missing in a message', () => {
  it('are reported and filled in from the stream key', () => {
    expect(read({ Analysis: { strength: 1 } })).toEqual({
      header: { pair: 'BTCUSD', pairLabel: 'BTC/USD', exchange: 'Kraken', timeframe: undefined, at: undefined },
      model: { strength: 1 },
      isOfKind: true,
      problems: [problem('missing_trading_pair'), problem('missing_exchange'), problem('missing_timestamp')],
    })
  })

  it('stay undefined without a key', () => {
    expect(read({ Analysis: { strength: 1 } }, '').header).toEqual({
      pair: undefined,
      pairLabel: 'Unknown pair',
      exchange: undefined,
      timeframe: undefined,
      at: undefined,
    })
  })

  it.each([
    ['a pair of blanks', { ...HEAD, trading_pair: '  ' }, ['missing_trading_pair']],
    ['an exchange that is no text', { ...HEAD, exchange: 7 }, ['missing_exchange']],
    ['a time that is no number', { ...HEAD, timestamp: '2019' }, ['missing_timestamp']],
  ])('%s counts as missing', (_, payload, expected) => {
    expect(codes({ Analysis: payload })).toEqual(expected)
  })

  it.each([
    [1e12, 1e15],
    [1e12 + 1, 1e12 + 1],
  ])('[MA-3] a stamp of %d is %d ms', (timestamp, at) => {
    expect(read({ Analysis: { ...HEAD, timestamp } }).header.at).toBe(at)
  })
})

describe('[MA-4] problems reported by the server', () => {
  it('come first, with their messages, without duplicates, for every code', () => {
    const errors = [
      ...DATA_ERROR_CODES.map((code) => ({ code })),
      { code: 'invalid_summary' },
      { code: 'own_code', message: 'Of another server.' },
      { code: 'own_code' },
      { message: 'no code' },
      'text',
    ]
    const { problems } = read({ Analysis: { ...HEAD, errors } })
    expect(problems).toEqual([
      ...DATA_ERROR_CODES.map((code) => problem(code)),
      { code: 'own_code', message: 'Of another server.' },
      { code: 'own_code', message: 'No explanation.' },
    ])
  })

  it('are limited in number', () => {
    const errors = Array.from({ length: 1_000 }, (_, each) => ({ code: `code ${each}` }))
    expect(read({ Analysis: { ...HEAD, errors } }).problems).toHaveLength(50)
  })
})
