import pino from 'pino'
import type { Candle } from '#contract/candles.ts'
import type { EndpointDeps } from '#server/gateway/ports.ts'
import { createLiveData, type LiveData } from '#server/composition/adapters/live-data.ts'
import type { MarketSource } from '#server/market/ports.ts'
import type { Recording } from '#server/market/replay/recording.ts'
import { createReplaySource } from '#server/market/replay/source.ts'
import { createSeries } from '#server/market/store/series.ts'
import { createTestMarket, type TestMarket } from './market.ts'

/** A recording of BTCUSD that holds these minutes. */
export function recordingOf(minutes: readonly Candle[]): Recording {
  const series = createSeries(minutes.length)
  series.replace(minutes)
  return { name: 'BTCUSD-test.csv.gz', minutes: new Map([['BTCUSD', series]]), issues: [] }
}

/** Lets everything that is under way without a timer come to its end. */
export const settle = (): Promise<void> => new Promise((done) => setImmediate(done))

export interface LiveHarness extends TestMarket {
  readonly data: LiveData
  /** Moves time in steps and lets the analysis take in what each brought. */
  advance(ms: number, stepMs: number): Promise<void>
}

/** Market, analysis, log and endpoints as the server wires them, over a source of the test's choice and on its clock. */
export function liveHarness(source: (harness: TestMarket) => MarketSource, epoch = 'e1'): LiveHarness {
  const harness = createTestMarket(Date.UTC(2026, 0, 5))
  const data = createLiveData({
    source: source(harness),
    archive: undefined,
    epoch,
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

/** The same over a recording. */
export const replayHarness = (minutes: readonly Candle[], speed: number): LiveHarness =>
  liveHarness(({ deps }) => createReplaySource(recordingOf(minutes), speed, deps))

export function endpointOf({ endpoints }: LiveData, path: string): EndpointDeps {
  const endpoint = endpoints.find((each) => each.path === path)
  if (!endpoint) throw new Error(`no endpoint ${path}`)
  return endpoint
}
