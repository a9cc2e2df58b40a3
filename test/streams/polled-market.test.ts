import { describe, expect, it } from 'vitest'
import { aProvenance } from '#test/support/data/messages.ts'
import { createPolledMarket } from '#src/streams/market.ts'

const HOUR = 3_600_000
const WALL = 1_700_000_000_000
const LONG_AGO = Date.UTC(2019, 5, 30)
const of = (recorded: number, passed: number) =>
  aProvenance({ market: 'replay', exchange_time: LONG_AGO + recorded, published_at: WALL + passed })

/** The market derived from each data point, received 50 ms after its publication. */
function readings(...figures: ReturnType<typeof of>[]) {
  const polled = createPolledMarket()
  return figures.map((provenance) => polled.observe(provenance, provenance.published_at + 50))
}
const clocks = (...figures: ReturnType<typeof of>[]) =>
  readings(...figures).map((reading) => reading && [reading.market.now - LONG_AGO, reading.market.speed])

describe('[ST-32] the market derived from polled data', () => {
  it('is that of the newest data, whose time is the clock of a replay', () => {
    expect(readings(of(0, 0))).toEqual([
      {
        market: { kind: 'replay', label: 'Replay', now: LONG_AGO, speed: 1, pairs: [] },
        receivedAt: WALL + 50,
      },
    ])
  })

  it.each([
    ['kraken', 'Live · Kraken'],
    ['simulated', 'Simulated'],
  ] as const)('%s runs on wall time, whenever its last trade was', (market, label) => {
    const [reading, again] = readings(
      aProvenance({ market, exchange_time: WALL - HOUR, published_at: WALL }),
      aProvenance({ market, exchange_time: WALL + HOUR, published_at: WALL + 10_000 }),
    )
    expect(reading?.market).toEqual({ kind: market, label, now: WALL + 50, speed: 1, pairs: [] })
    expect(again).toBeUndefined()
  })

  it('runs at the speed of its data', () => {
    expect(clocks(of(0, 0), of(600_000, 10_000), of(1_201_000, 20_000))).toEqual([
      [0, 1],
      [600_000, 60],
      [1_201_000, 60],
    ])
  })

  it('runs in real time unless the data spans enough time', () => {
    expect(clocks(of(0, 0), of(60_000, 4_999))).toEqual([
      [0, 1],
      [60_000, 1],
    ])
  })

  it.each([
    ['published earlier', of(300_000, -1)],
    ['of another stream, and a little older', of(-60_000, 10_000)],
  ])('is not changed by data %s', (_, figures) => {
    expect(clocks(of(0, 0), figures)).toEqual([[0, 1], undefined])
  })

  it('restarts with its replay', () => {
    expect(clocks(of(2 * HOUR, 0), of(3 * HOUR, 10_000), of(0, 60_000), of(600_000, 70_000))).toEqual([
      [2 * HOUR, 1],
      [3 * HOUR, 360],
      [0, 1],
      [600_000, 60],
    ])
  })

  it("changes with the server's market", () => {
    const [, simulated] = readings(of(0, 0), aProvenance({ exchange_time: WALL, published_at: WALL + 10_000 }))
    expect(simulated?.market).toMatchObject({ kind: 'simulated', now: WALL + 10_050, speed: 1 })
  })
})
