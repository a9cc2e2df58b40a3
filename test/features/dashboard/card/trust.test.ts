import { describe, expect, it } from 'vitest'
import type { MarketKind } from '#contract/provenance.ts'
import { provenanceRows, sourceLabel, trustOf, type Delivery } from '#src/features/dashboard/card/trust.ts'
import { market } from '#test/support/client/shell.ts'
import { metadata, T } from '#test/support/client/trust.ts'

const MINUTE = 60_000
/** A market that stood at T when this page's clock stood at 0. */
const reading = (kind: MarketKind = 'kraken', speed = 1) => ({ market: market({ kind, now: T, speed }), receivedAt: 0 })

describe('[MA-60] the source label', () => {
  it.each<[Delivery, MarketKind | undefined, string]>([
    ['live', 'kraken', 'Live'],
    ['live', undefined, 'Live'],
    ['live', 'replay', 'Replay'],
    ['live', 'simulated', 'Simulated'],
    ['polling', 'kraken', 'Polling'],
    ['polling', 'simulated', 'Polling, simulated'],
    ['cache', 'kraken', 'Cache'],
    ['cache', 'replay', 'Cache, replay'],
    ['cache', undefined, 'Cache'],
  ])('%s of %s is %s', (delivery, kind, source) => {
    expect(sourceLabel(delivery, kind)).toBe(source)
  })
})

describe('[MA-61] the age on the market clock', () => {
  it.each([
    [0, '0 s', 'success', undefined],
    [66_000, '1 min', 'success', undefined],
    [66_001, '1 min', 'warning', 'overdue'],
    [10 * MINUTE - 1, '9 min', 'warning', 'overdue'],
    [10 * MINUTE, '10 min', 'warning', 'stale'],
    [30 * MINUTE - 1, '29 min', 'warning', 'stale'],
    [30 * MINUTE, '30 min', 'danger', 'very stale'],
  ])('%d ms', (now, age, tone, staleness) => {
    expect(trustOf(metadata(), reading(), now, 'live')).toEqual({ source: 'Live', age, tone, staleness })
  })

  it('runs at the speed of the market', () => {
    expect(trustOf(metadata(), reading('replay', 60), 5_000, 'live')).toMatchObject({ age: '5 min' })
  })

  it('is green only for messages of a live socket', () => {
    expect(trustOf(metadata({ delivery: 'polling' }), reading(), 0, 'polled')).toMatchObject({
      source: 'Polling',
      tone: 'neutral',
    })
    expect(trustOf(metadata({ delivery: 'cache' }), reading(), 10 * MINUTE, 'live')).toMatchObject({
      source: 'Cache',
      tone: 'warning',
    })
  })

  it("falls back to the message's timestamp without provenance and to the wall clock without a market", () => {
    const bare = metadata({ provenance: undefined, timestamp: T - MINUTE })
    expect(trustOf(bare, undefined, T, 'live')).toEqual({
      source: 'Live',
      age: '1 min',
      tone: 'success',
      staleness: undefined,
    })
  })

  it('of a replay is measured since it was received until the market clock is known', () => {
    const YEARS = 7 * 365 * 24 * 60 * MINUTE
    const provenance = { ...metadata().provenance!, market: 'replay' as const }
    const cached = metadata({ delivery: 'cache', provenance, receivedAt: T + YEARS })
    expect(trustOf(cached, undefined, T + YEARS + 2 * MINUTE, 'live')).toEqual({
      source: 'Cache, replay',
      age: '2 min',
      tone: 'neutral',
      staleness: undefined,
    })
  })

  it('[ST-35] a little ahead of the market clock is 0 s, as the network delays that clock', () => {
    expect(trustOf(metadata({ provenance: undefined, timestamp: T + 5_000 }), reading(), 0, 'live')).toMatchObject({
      age: '0 s',
      tone: 'success',
    })
  })
})

describe('[MA-61] [ST-35] [ST-36] data that is not live', () => {
  it.each(['connecting', 'reconnecting', 'unresponsive', 'polled', 'disconnected'] as const)(
    'of a connection that is %s',
    (liveness) => {
      expect(trustOf(metadata(), reading(), 0, liveness)).toMatchObject({ tone: 'warning', staleness: 'not live' })
    },
  )

  it('polled data is neutral while it is polled, and overdue 10 s later than live data', () => {
    const polled = metadata({ delivery: 'polling' })
    expect(trustOf(polled, reading(), 76_000, 'polled')).toMatchObject({ tone: 'neutral', staleness: undefined })
    expect(trustOf(polled, reading(), 76_001, 'polled')).toMatchObject({ tone: 'warning', staleness: 'overdue' })
    expect(trustOf(polled, reading(), 0, 'reconnecting')).toMatchObject({ tone: 'warning', staleness: 'not live' })
  })

  it('[MA-60] what was loaded when the socket opened is its own while it is live', () => {
    const loaded = metadata({ delivery: 'polling' })
    expect(trustOf(loaded, reading(), 0, 'live')).toMatchObject({ source: 'Live', tone: 'success' })
    expect(trustOf(loaded, reading(), 66_001, 'live')).toMatchObject({ source: 'Live', staleness: 'overdue' })
    expect(trustOf(loaded, reading(), 0, 'reconnecting')).toMatchObject({ source: 'Polling', tone: 'warning' })
  })

  it('from later than the market, which restarted, is not "0 s" in green', () => {
    const later = metadata({ provenance: undefined, timestamp: T + 12 * MINUTE })
    expect(trustOf(later, reading(), 0, 'live')).toMatchObject({ age: '12 min ahead', tone: 'warning' })
  })

  it('waits in wall time while the market runs faster', () => {
    const replay = reading('replay', 60)
    expect(trustOf(metadata(), replay, 7_000, 'live')).toMatchObject({ tone: 'success' })
    expect(trustOf(metadata(), replay, 7_001, 'live')).toMatchObject({ tone: 'warning', staleness: 'overdue' })
  })

  it('of an hourly stream is overdue after the hour, and stale 10 minutes after that', () => {
    const hourly = metadata({ key: 'tdp:kraken:BTCUSD:processed_candles:h1' })
    const trust = (minutes: number) => trustOf(hourly, reading(), minutes * MINUTE, 'live')
    expect(trust(60)).toMatchObject({ age: '1 h', tone: 'success' })
    expect(trust(61)).toMatchObject({ staleness: 'overdue' })
    expect(trust(70)).toMatchObject({ staleness: 'stale' })
    expect(trust(90)).toMatchObject({ staleness: 'very stale', tone: 'danger' })
  })
})

describe('[MA-62] the provenance of a message', () => {
  it('is listed step by step', () => {
    expect(provenanceRows(metadata(), T + 900).map(({ label, value }) => [label, value])).toEqual([
      ['Source', 'Kraken'],
      ['Market time', '2019-06-30 22:00:00.000'],
      ['Received', '2019-06-30 22:00:00.003'],
      ['Computed', '2019-06-30 22:00:00.005'],
      ['Published', '2019-06-30 22:00:00.007'],
      ['Received here', '2019-06-30 22:00:00.120'],
      ['Painted', '2019-06-30 22:00:00.900'],
      ['Stream key', 'tdp:kraken:BTCUSD:analysis:market_structure'],
      ['Message id', '1561932000007-0'],
    ])
  })

  it('shows N/A for unknown times', () => {
    const bare = metadata({ provenance: undefined, messageId: undefined })
    expect(provenanceRows(bare, undefined).map(({ value }) => value)).toEqual([
      'N/A',
      'N/A',
      'N/A',
      'N/A',
      'N/A',
      '2019-06-30 22:00:00.120',
      'N/A',
      'tdp:kraken:BTCUSD:analysis:market_structure',
      'N/A',
    ])
  })
})
