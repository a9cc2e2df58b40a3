import { describe, expect, it } from 'vitest'
import { assertFilesSuffice } from '#bench/cluster/file-limit.ts'
import { parseOptions } from '#bench/cluster/loads.ts'
import { candlesPerSecond, speedFor } from '#bench/cluster/market.ts'

describe('loads of the cluster benchmark', () => {
  it('are three by default', () => {
    expect(parseOptions([]).loads).toEqual([
      { sockets: 2_000, rate: 20, seconds: 600 },
      { sockets: 5_000, rate: 10, seconds: 60 },
      { sockets: 10_000, rate: 2, seconds: 60 },
    ])
  })

  it('can be chosen', () => {
    const { loads } = parseOptions(['--only=5000x10', '--seconds=5'])
    expect(loads).toEqual([{ sockets: 5_000, rate: 10, seconds: 5 }])
    expect(parseOptions(['--sockets=100']).loads).toEqual([{ sockets: 100, rate: 20, seconds: 600 }])
    expect(() => parseOptions(['--only=7x7'])).toThrow('2000x20, 5000x10, 10000x2')
  })

  it.each([2, 10, 20])('come from a recording at the speed that gives %i candles a second', (rate) => {
    expect(candlesPerSecond(speedFor(rate))).toBeCloseTo(rate, 1)
  })

  it('say what to do about too few open files', () => {
    expect(() => assertFilesSuffice(10_000, 20_000)).not.toThrow()
    expect(() => assertFilesSuffice(10_000, 4_096)).toThrow('need 10300 open files, and the hard limit is 4096')
  })
})
