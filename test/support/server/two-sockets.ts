import { createServer, type Server } from 'node:http'
import { NEVER, Subject } from 'rxjs'
import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import { indicatorKey } from '#contract/payloads/streams.ts'
import type { ServerMessage } from '#contract/messages.ts'
import { SOCKET_PATHS } from '#contract/paths.ts'
import { wrap } from '#contract/streams.ts'
import { analyticsEndpoint } from '#server/live/analytics-endpoint.ts'
import { createGateway, type Gateway } from '#server/gateway/gateway.ts'
import type { Publication } from '#server/gateway/ports.ts'
import { createAnalyticsFeed } from '#server/streams/analytics-feed.ts'
import { createMemoryLog } from '#server/streams/memory-log.ts'
import { provenanceAt } from '../data/analysed.ts'
import { access, testMarket } from './gateway.ts'
import { aLiveUpdate } from '../data/messages.ts'

/** No connection limits. */
const LIMITS = { connects: Infinity, socketsPerUser: Infinity, unverifiedPerAddress: Infinity }

const SNAPSHOT: IndicatorSnapshot = {
  timeframe: 'M1',
  timestamp: 1_700_000_040,
  trading_pair: 'BTCUSD',
  exchange: 'kraken',
  rsi_14: 56.48213077,
  rsi_7: 61.20934411,
  macd: {
    macd_line: 12.40172231,
    signal_line: 10.95513208,
    histogram: 1.44659023,
    fast_period: 12,
    slow_period: 26,
    signal_period: 9,
  },
  atr_14: 21.7,
  bollinger_bands: { upper: 36_590.2, middle: 36_532.8, lower: 36_475.4, period: 20, std_dev_multiplier: 2 },
  ema_9: 36_531.9,
  ema_21: 36_520.3,
  ema_100: 36_477.1,
  adx: { adx: 27.4, plus_di: 24.1, minus_di: 15.9, period: 14 },
  stochastic: { k_percent: 71.2, d_percent: 66.8, period: 14 },
  vwap: { value: 36_498.6, session_type: 'utc_day' },
  obv: 10_442.18,
}

/** Both socket endpoints on a real gateway, with a real stream log behind /ws/analytics. */
export interface TwoSockets {
  readonly server: Server
  readonly gateway: Gateway
  /** Publishes one lossless message on each socket; `seq` starts at 1. */
  publish(): Promise<void>
  /** Publishes any other message on /ws/tdp. */
  publishOther(message: ServerMessage): void
}

export function twoSockets(): TwoSockets {
  const candles$ = new Subject<Publication>()
  const log = createMemoryLog({ epoch: 'e1' })
  const gateway = createGateway({
    access,
    accessEnded$: NEVER,
    market: testMarket,
    allowedOrigins: [],
    compress: true,
    endpoints: [
      { path: SOCKET_PATHS.tdp, publications$: candles$, snapshot: () => [], streams: () => ({}) },
      analyticsEndpoint(createAnalyticsFeed(log)),
    ],
    now: Date.now,
    random: Math.random,
    limits: LIMITS,
  })
  const server = createServer()
  gateway.attach(server)
  let seq = 0
  return {
    server,
    gateway,
    async publish() {
      seq += 1
      const message = aLiveUpdate({ is_complete: true }, { seq, epoch: 'e1', message_id: `${Date.now()}-${seq}` })
      candles$.next({ stream: 'tdp:kraken:BTCUSD:processed_candles:m1', delivery: 'lossless', message })
      await log.append(
        indicatorKey('BTCUSD', 'M1'),
        wrap('TechnicalIndicator', { ...SNAPSHOT }),
        provenanceAt(Date.now()),
      )
    },
    publishOther: (message) => candles$.next({ stream: 'other', delivery: 'lossless', message }),
  }
}
