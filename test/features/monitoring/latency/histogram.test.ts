import { describe, expect, it } from 'vitest'
import { formatMs, histogramPaths, histogramText } from '#src/features/monitoring/latency/Histogram.tsx'
import { createRollingHour } from '#src/streams/quality/hour.ts'

const MINUTE = 60_000
const M0 = 28_000_000 * MINUTE

function quality(build: (hour: ReturnType<typeof createRollingHour>) => void) {
  const hour = createRollingHour()
  build(hour)
  return hour.read(M0)
}
/** Where each subpath begins. */
const starts = (path: string) => [...path.matchAll(/M([\d.]+) /g)].map(([, x]) => Number(x))

describe('[MO-26] a histogram', () => {
  it('without data is empty', () => {
    expect(new Set(Object.values(histogramPaths(quality(() => undefined))))).toEqual(new Set(['']))
  })

  it('has a bar per minute with data, the newest on the right, on a log scale', () => {
    const { p50, p99 } = histogramPaths(
      quality((hour) => {
        hour.recordAge(M0, 10_000)
        hour.recordAge(M0 - 59 * MINUTE, 10)
      }),
    )
    expect(starts(p50)).toEqual([0.5, 236.5])
    const heights = [...p50.matchAll(/v-([\d.]+)/g)].map(([, height]) => Number(height))
    // 10 ms is one fifth of the way to 100 s, 10 s four fifths
    expect(heights.map((height) => Math.round(height / 8))).toEqual([1, 4])
    expect(p99).toBe(p50)
  })

  it('marks losses, gap fills, reconnects and disconnections in their minutes', () => {
    const paths = histogramPaths(
      quality((hour) => {
        hour.count('gaps', M0 - 59 * MINUTE)
        hour.count('refused', M0 - 58 * MINUTE)
        hour.count('refills', M0 - 57 * MINUTE)
        hour.count('reconnects', M0 - 56 * MINUTE)
        hour.recordDisconnected(M0 - 55 * MINUTE, M0 - 55 * MINUTE + 2_000)
        hour.recordDisconnected(M0 - 54 * MINUTE, M0 - 54 * MINUTE + 500)
      }),
    )
    expect([paths.losses, paths.refills, paths.reconnects, paths.disconnected].map(starts)).toEqual([
      [2, 6],
      [10],
      [14],
      [16],
    ])
  })
})

describe('[MO-27] the text of a histogram', () => {
  it('says when there is not enough data', () => {
    const text = histogramText(quality((hour) => hour.recordAge(M0, 10)))
    expect(text).toEqual({
      percentiles: 'Not enough data',
      hasPercentiles: false,
      summary:
        'Latency to paint over the last 60 minutes: Not enough data of 1 message. 0 gaps, 0 gap fills, 0 reconnects, 0 messages rejected.',
    })
  })

  it('contains both percentiles, all losses and the disconnected time', () => {
    const { percentiles: ages, summary } = histogramText(
      quality((hour) => {
        for (let index = 0; index < 99; index += 1) hour.recordAge(M0, 20)
        hour.recordAge(M0, 3_000)
        hour.recordAge(M0, 3_000)
        hour.count('gaps', M0)
        hour.count('refills', M0)
        hour.count('reconnects', M0, 2)
        hour.count('refused', M0, 1_000)
        hour.recordDisconnected(M0 - 62_000, M0)
      }),
    )
    expect(ages).toBe('p50 18 ms, p99 2.9 s')
    expect(summary).toBe(
      'Latency to paint over the last 60 minutes: p50 18 ms, p99 2.9 s of 101 messages. 1 gap, 1 gap fill, 2 reconnects, 1,000 messages rejected, 1m 2s without a connection.',
    )
  })

  it.each([
    [undefined, 'N/A'],
    [Number.NaN, 'N/A'],
    [0, '0 ms'],
    [23.4, '23 ms'],
    [999.4, '999 ms'],
    [1_000, '1.0 s'],
    [61_000, '1m 1s'],
  ])('%s is %s', (ms, text) => {
    expect(formatMs(ms)).toBe(text)
  })
})
