import { describe, expect, it, onTestFinished } from 'vitest'
import type { StreamUpdate } from '#server/strategies/ports.ts'
import { replayStart } from '#server/market/replay/playback.ts'
import { walk } from '#test/support/data/analysis.ts'
import { recordingOf, replayHarness } from '#test/support/server/live.ts'

const texts = (moments: readonly StreamUpdate[]) =>
  moments.map(({ at, kind, entries }) => ({
    at,
    kind,
    entries: entries.map(({ key, data }) => [key, JSON.stringify(data)]),
  }))

describe('recomputed streams', () => {
  it('[SG-82] match what was published, byte for byte, from the same history', async () => {
    const minutes = walk({ count: 500, seed: 5, start: 1_560_038_400 })
    const startMs = replayStart(recordingOf(minutes)) * 1000
    const harness = replayHarness(minutes, 300)
    onTestFinished(() => harness.data.stop())
    const published: StreamUpdate[] = []
    harness.data.streams.updates$.subscribe((moment) => published.push(moment))
    await harness.data.start()
    await harness.advance(12_000, 100)
    const computed: StreamUpdate[] = []
    for await (const moment of harness.data.streams.recompute('BTCUSD', startMs, harness.data.streams.now()))
      computed.push(moment)

    expect(published.length).toBeGreaterThan(30)
    expect(texts(computed)).toEqual(texts(published))
  })

  it('[SG-82] a pair without candles yields nothing', async () => {
    const harness = replayHarness(walk({ count: 400, start: 1_560_038_400 }), 300)
    onTestFinished(() => harness.data.stop())
    await harness.data.start()
    const found: StreamUpdate[] = []
    for await (const moment of harness.data.streams.recompute('ETHUSD', 0, harness.data.streams.now()))
      found.push(moment)

    expect(found).toEqual([])
  })
})
