import pino from 'pino'
import type { Candle } from '#contract/candles.ts'
import type { EndpointDeps } from '#server/gateway/ports.ts'
import { createLiveData, type LiveData } from '#server/live/live-data.ts'
import type { MarketSource } from '#server/market/ports.ts'
import type { Recording } from '#server/market/replay/recording.ts'
import { createReplaySource } from '#server/market/replay/source.ts'
import { createSeries } from '#server/market/store/series.ts'
import { createMemoryLog } from '#server/streams/memory-log.ts'
import { createTestMarket, type TestMarket } from './market.ts'

/** A BTCUSD recording of these minutes. */
export function recordingOf(minutes: readonly Candle[]): Recording {
  const series = createSeries(minutes.length)
  series.replace(minutes)
  return { name: 'BTCUSD-test.csv.gz', minutes: new Map([['BTCUSD', series]]), issues: [] }
}

/** Waits for pending work that needs no timer. */
export const settle = (): Promise<void> => new Promise((done) => setImmediate(done))

export interface LiveHarness extends TestMarket {
  readonly data: LiveData
  /** Advances time in steps and lets the analysis process each. */
  advance(ms: number, stepMs: number): Promise<void>
}

/** Market, analysis, log and endpoints as wired by the server, with the given source and the test clock. */
export function liveHarness(source: (harness: TestMarket) => MarketSource, epoch = 'e1'): LiveHarness {
  const harness = createTestMarket(Date.UTC(2026, 0, 5))
  const data = createLiveData({
    source: source(harness),
    archive: undefined,
    epoch,
    log: createMemoryLog({ epoch }),
    market: harness.deps,
    logger: pino({ level: 'silent' }),
  })
  return {
    ...harness,
    data,
    async advance(ms, stepMs) {
      for (let passed = 0; passed < ms; passed += stepMs) {
        harness.scheduler.advance(stepMs)
        await settle()
      }
    },
  }
}

/** The same with a recording as the source. */
export const replayHarness = (minutes: readonly Candle[], speed: number): LiveHarness =>
  liveHarness(({ deps }) => createReplaySource(recordingOf(minutes), speed, deps))

export function endpointOf({ endpoints }: LiveData, path: string): EndpointDeps {
  const endpoint = endpoints.find((each) => each.path === path)
  if (!endpoint) throw new Error(`no endpoint ${path}`)
  return endpoint
}
