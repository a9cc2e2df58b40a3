import { Observable, Subject } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import type { MarketDeps, MarketSource, MinuteEvent, SourceEvent } from '#server/market/ports.ts'
import { ManualScheduler } from '../client/manual-scheduler.ts'

/** 2026-01-05 00:00 UTC, a Monday. */
export const T0_S = 1_767_571_200

export interface TestMarket {
  readonly deps: MarketDeps
  readonly scheduler: ManualScheduler
  /** Lines that were logged as warnings. */
  readonly warnings: string[]
}

/** Everything the market takes from outside, with time in the test's hand and no jitter. */
export function createTestMarket(startMs = T0_S * 1000): TestMarket {
  const scheduler = new ManualScheduler(startMs)
  const warnings: string[] = []
  const deps: MarketDeps = {
    now: () => scheduler.now(),
    random: () => 0,
    scheduler,
    log: { info: () => undefined, warn: (_fields, text) => void warnings.push(text) },
  }
  return { deps, scheduler, warnings }
}

/** A candle around a price; `minute` counts from `T0_S`. */
export const candleAt = (minute: number, price = 100, fields: Partial<Candle> = {}): Candle => ({
  timestamp: T0_S + minute * 60,
  open: price,
  high: price + 2,
  low: price - 2,
  close: price + 1,
  volume: 1.5,
  ...fields,
})

export const minuteEvent = (kind: MinuteEvent['kind'], candle: Candle, pair: PairId = 'BTCUSD'): MinuteEvent => ({
  kind,
  pair,
  candle,
  exchangeTime: candle.timestamp * 1000 + (kind === 'closed' ? 60_000 : 30_000),
  receivedAt: candle.timestamp * 1000 + 60_005,
})

/** A source controlled by the test. */
/** All candles of a source's history. */
export async function historyOf(
  source: MarketSource,
  ...asked: Parameters<MarketSource['history']>
): Promise<Candle[]> {
  return [...(await source.history(...asked))].flat()
}

export function createFakeSource(
  market: TestMarket,
  options: Partial<Pick<MarketSource, 'history' | 'pairs' | 'kind'>> = {},
): MarketSource & { readonly feed: () => Subject<SourceEvent>; readonly subscriptions: () => number } {
  let feed = new Subject<SourceEvent>()
  let subscriptions = 0
  return {
    kind: 'simulated',
    label: 'Simulated',
    pairs: ['BTCUSD'],
    notices: [],
    clock: { now: market.deps.now, speed: 1 },
    history: () => Promise.resolve([]),
    ...options,
    events$: new Observable((subscriber) => {
      feed = new Subject()
      subscriptions += 1
      return feed.subscribe(subscriber)
    }),
    feed: () => feed,
    subscriptions: () => subscriptions,
  }
}
