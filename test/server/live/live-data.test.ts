import { describe, expect, it, onTestFinished } from 'vitest'
import type { AnalyticsUpdate } from '#contract/messages.ts'
import { analysisKey, indicatorKey } from '#contract/payloads/streams.ts'
import { SOCKET_PATHS } from '#contract/paths.ts'
import { walk } from '#test/support/data/analysis.ts'
import { endpointOf, replayHarness } from '#test/support/server/live.ts'
import { marketDataApp } from '#test/support/server/market-data.ts'

const PLACES = [
  ['/indicators/M1/all', indicatorKey('BTCUSD', 'M1'), 'TechnicalIndicator'],
  ['/indicators/M5/all', indicatorKey('BTCUSD', 'M5'), 'TechnicalIndicator'],
  ['/analysis/support-resistance/BTCUSD', analysisKey('BTCUSD', 'support_resistance'), 'Analysis'],
  ['/analysis/patterns/BTCUSD', analysisKey('BTCUSD', 'consolidated_patterns'), 'Analysis'],
  ['/analysis/divergence/BTCUSD', analysisKey('BTCUSD', 'divergence'), 'Analysis'],
  ['/analysis/cross-timeframe/BTCUSD', analysisKey('BTCUSD', 'cross_timeframe_analysis'), 'Analysis'],
] as const

describe('live data', () => {
  it('[SL-20] is the same at the market-data endpoints, the stream-proxy and the socket', async () => {
    const harness = replayHarness(walk({ count: 600, seed: 5, start: 1_560_038_400 }), 60)
    const { data } = harness
    onTestFinished(() => data.stop())
    await data.start()
    await harness.advance(7_400, 200)
    const { tdp, proxy } = await marketDataApp(data.log)
    const snapshot = endpointOf(data, SOCKET_PATHS.analytics).snapshot() as AnalyticsUpdate[]

    for (const [path, key, wrapper] of PLACES) {
      const update = snapshot.find((each) => each.data.stream_key === key)
      if (!update) throw new Error(`nothing on ${key}`)
      const { message_id, seq, epoch } = update
      const payload = (update.data.data as Record<string, object>)[wrapper]
      const { provenance } = update.data
      expect(seq).toBeGreaterThan(1)
      expect([key, (await tdp(path)).body]).toEqual([
        key,
        { success: true, data: { ...payload, message_id, provenance } },
      ])
      expect((await proxy(`/api/streams/latest/${key}`)).body).toEqual({
        latest_message: {
          message_id,
          data: { [wrapper]: payload },
          timestamp: provenance?.exchange_time,
          seq,
          epoch,
          provenance,
        },
      })
    }
  })

  it('[SL-9] sends the state of every stream that the stream-proxy lists', async () => {
    const harness = replayHarness(walk({ count: 600, seed: 5, start: 1_560_038_400 }), 60)
    const { data } = harness
    onTestFinished(() => data.stop())
    await data.start()
    await harness.advance(2_000, 200)
    const { proxy } = await marketDataApp(data.log)
    const states = endpointOf(data, SOCKET_PATHS.analytics).streams()

    expect((await proxy('/api/streams')).body).toEqual({ streams: Object.keys(states).toSorted() })
    for (const [key, { length, last_message_id }] of Object.entries(states)) {
      expect((await proxy(`/api/streams/metadata/${key}`)).body).toMatchObject({
        length,
        last_generated_id: last_message_id,
      })
    }
  })
})
