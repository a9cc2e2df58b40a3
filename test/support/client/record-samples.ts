import { of } from 'rxjs'
import type { AnalyticsUpdate, SystemStatus } from '#contract/messages.ts'
import type { StreamMessage } from '#contract/streams.ts'
import type { StreamApi, StreamRecord } from '#src/streams/index.ts'
import { aMarket, anAck, T0 } from '#test/support/data/messages.ts'
import { inertPorts } from './inert-ports.ts'

export const NOW = T0 * 1000
export const MINUTE = 60_000
export const KEY = 'tdp:kraken:BTCUSD:analysis:divergence'
export const OTHER = 'tdp:kraken:BTCUSD:analysis:market_structure'
export const figures = (n: number) => ({ Analysis: { strength: n } })

export const update = (n: number, part: Partial<AnalyticsUpdate> = {}): AnalyticsUpdate => ({
  type: 'AnalyticsUpdate',
  timestamp: NOW,
  seq: n,
  epoch: 'e',
  message_id: `${n}-0`,
  data: { stream_key: KEY, data: figures(n), timestamp: NOW + n },
  ...part,
})
export const message = (n: number): StreamMessage => ({
  message_id: `${n}-0`,
  data: figures(n),
  timestamp: NOW + n,
  seq: n,
  epoch: 'e',
})
export const ack = (at = NOW) => anAck({ data: { connection_id: 'c', market: aMarket({ now: at }) } })
export const status = (data: Partial<SystemStatus['data']>): SystemStatus => ({
  type: 'SystemStatus',
  timestamp: NOW,
  data: { status: 'running', ...data },
})

/** A stream-proxy with these newest entries; streams in `broken` respond with 500. */
export function proxy(newest: Record<string, number>, broken: readonly string[] = []): StreamApi {
  return {
    ...inertPorts().streamApi,
    list: () => of({ ok: true, value: Object.keys(newest) }),
    metadata: (key) => {
      const n = newest[key] ?? 0
      if (broken.includes(key)) return of({ ok: false, error: 'HTTP 500: Internal Server Error' })
      return of({ ok: true, value: { length: n, last_generated_id: n === 0 ? null : `${n}-0`, timestamp: null } })
    },
    latest: (key) => of({ ok: true, value: newest[key] ? message(newest[key]) : null }),
  }
}

export const shown = (records: readonly StreamRecord[]) =>
  records.map(({ subcategory, messageId, messageCount, status: state, source }) => [
    subcategory,
    messageId,
    messageCount,
    state,
    source,
  ])
