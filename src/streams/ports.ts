import type { Observable, SchedulerLike } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import type { ServerMessage } from '#contract/messages.ts'
import type { Provenance } from '#contract/provenance.ts'
import type { StreamCache } from './cache-entry.ts'
import type { StreamApi } from './records/api.ts'
import type { Resumption } from './records/resumption.ts'
import type { AnalyticsLink } from './records/summary.ts'

/** The socket a message came through. */
export type FeedName = 'tdp' | 'analytics'

/** Messages of one frame that were left, and why. */
export interface Reject {
  readonly kind: 'format' | 'oversize' | 'type' | 'shape'
  readonly text: string
  readonly count: number
}

/** One parsed frame. */
export interface Frame {
  readonly messages: readonly ServerMessage[]
  readonly rejects: readonly Reject[]
}

/** A frame and the socket it came through. */
export interface FeedFrame {
  readonly feed: FeedName
  readonly frame: Frame
}

/** A candle history as the service gave it: oldest first, one candle per minute. */
export interface CandleHistory {
  readonly candles: readonly Candle[]
  readonly lastIsComplete: boolean
  readonly provenance: Provenance | undefined
  /** Rows that were left out because they cannot be candles. */
  readonly refused: number
}

/** What asking for the history came to. `empty`, `malformed` and `not-candles` are answers; `failed` is none. */
export type HistoryResult =
  | { readonly kind: 'history'; readonly history: CandleHistory }
  | { readonly kind: 'empty' | 'malformed' | 'not-candles' }
  | { readonly kind: 'failed'; readonly error: string }

/** What the chart has to know of the market-data connection. */
export interface LiveLink {
  readonly status: 'disconnected' | 'connecting' | 'connected' | 'reconnecting' | 'error'
  readonly wasConnected: boolean
  /** There is no WebSocket here, or it refuses to be made. */
  readonly isUnavailable: boolean
}

/** The analytics connection, as far as it concerns the records. */
export interface AnalyticsPorts {
  /** Its present value at once. */
  readonly link$: Observable<AnalyticsLink>
  /** A poll of the stream-proxy is due, because the socket is in fallback. */
  readonly pollDue$: Observable<unknown>
  /** Called when a poll that is answered follows one that was not. */
  readonly recovered: () => void
  /** Asks the server to replay what was missed. Called on an acknowledgement. */
  readonly resume: (resumption: Resumption) => void
}

/** Everything the streams need from outside. */
export interface StreamPorts {
  readonly frames$: Observable<FeedFrame>
  /** State of the market-data connection; its present value at once. */
  readonly link$: Observable<LiveLink>
  /** A poll of the market-data API is due, because the socket is in fallback. */
  readonly pollDue$: Observable<unknown>
  /** The newest `limit` one-minute candles of the default pair. */
  readonly fetchCandles: (limit: number) => Promise<HistoryResult>
  /** Called when a load of candles that succeeds follows one that failed: the backend is back. */
  readonly recovered: () => void
  readonly analytics: AnalyticsPorts
  readonly streamApi: StreamApi
  readonly cache: StreamCache
  /** Whether the page is hidden, where nothing is painted; its present value at once. */
  readonly hidden$: Observable<boolean>
  /** Wall clock, unix ms. */
  readonly now: () => number
  /** Runs what is due after a time; `asyncScheduler` in a page. */
  readonly timers: SchedulerLike
  /** Runs what is due before a frame is painted, at most once per frame. */
  readonly paint: SchedulerLike
}
