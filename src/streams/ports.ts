import type { Observable, SchedulerLike } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import type { ServerMessage } from '#contract/messages.ts'
import type { Provenance } from '#contract/provenance.ts'
import type { StreamApi } from './records/api.ts'
import type { AnalyticsLink } from './records/summary.ts'
import type { StreamSelection } from './selection.ts'
import type { DashboardView } from './view.ts'
import type { Resumption } from './records/record.ts'

export type { StreamSelection }

/** Socket that a message came through. */
export type FeedName = 'tdp' | 'analytics'

/** Rejected messages of one frame, with the reason. */
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

/** A frame with its socket. */
export interface FeedFrame {
  readonly feed: FeedName
  readonly frame: Frame
}

/** Candle history of the service: oldest first, one candle per step of its timeframe. */
export interface CandleHistory {
  readonly candles: readonly Candle[]
  readonly lastIsComplete: boolean
  readonly provenance: Provenance | undefined
  /** Number of invalid rows that were dropped. */
  readonly refused: number
}

/**
 * Result of a history request. With `empty`, `malformed` and `not-candles` the server answered; with `failed` it did
 * not.
 */
export type HistoryResult =
  | { readonly kind: 'history'; readonly history: CandleHistory }
  | { readonly kind: 'empty' | 'malformed' | 'not-candles' }
  | { readonly kind: 'failed'; readonly error: string }

/** A page of past candles: the last ones that opened before a time, or the first ones since one; unix seconds. */
export interface CandlePage {
  readonly before?: number
  readonly since?: number
  readonly limit: number
}

/** State of the market-data connection. */
export interface LiveLink {
  readonly status: 'disconnected' | 'connecting' | 'connected' | 'reconnecting' | 'error'
  /** Whether the server has stopped sending, though the connection stands. */
  readonly isUnresponsive?: boolean | undefined
  readonly wasConnected: boolean
  /** WebSocket is unavailable or cannot be created. */
  readonly isUnavailable: boolean
}

/** Ports of the analytics connection. */
export interface AnalyticsPorts {
  /** Replays its current value. */
  readonly link$: Observable<AnalyticsLink>
  /** Emits when the stream-proxy must be polled because the socket is in fallback. */
  readonly pollDue$: Observable<unknown>
  /** Called when a poll succeeds after one that failed. */
  readonly recovered: () => void
  /** Asks the server to replay missed messages. Called on an acknowledgement. */
  readonly resume: (resumption: Resumption) => void
}

/** Keys under which the streams store data for a later visit. */
export type StreamCacheKey = 'stream-data' | 'analytics-summary' | 'analytics-data' | 'chart-data' | 'last-update'

/** A cached text. Times are unix ms, wall clock; after `expiresAt` it must not be shown. */
export interface CacheEntry {
  readonly text: string
  readonly cachedAt: number
  readonly expiresAt: number
}

/** Stores stream data from one visit to the next. Expired entries are not returned. */
export interface StreamCache {
  readonly read: (item: StreamCacheKey) => CacheEntry | undefined
  readonly write: (item: StreamCacheKey, text: string) => void
  /** The page may be unloaded: write the current state now. */
  readonly flush$: Observable<unknown>
}

/** Everything the streams need from the outside. */
export interface StreamPorts {
  readonly frames$: Observable<FeedFrame>
  /** State of the market-data connection; replays its current value. */
  readonly link$: Observable<LiveLink>
  /** Emits when the market-data API must be polled because the socket is in fallback. */
  readonly pollDue$: Observable<unknown>
  /** The newest `limit` candles of a view. */
  readonly fetchCandles: (view: DashboardView, limit: number) => Promise<HistoryResult>
  /** Requests the streams that a socket should carry, if it is connected. Called when that changes. */
  readonly select: (feed: FeedName, selection: StreamSelection) => void
  /** Past candles. Cold, emits once, never errors, and aborts on unsubscription. */
  readonly fetchCandlePage: (view: DashboardView, page: CandlePage) => Observable<HistoryResult>
  /** Called when loading candles succeeds after a failure: the backend is back. */
  readonly recovered: () => void
  readonly analytics: AnalyticsPorts
  readonly streamApi: StreamApi
  readonly cache: StreamCache
  /** Whether the page is hidden and renders no frames; replays its current value. */
  readonly hidden$: Observable<boolean>
  /** Wall clock, unix ms. */
  readonly now: () => number
  /** Scheduler of delayed tasks; `asyncScheduler` in a page. */
  readonly timers: SchedulerLike
  /** Scheduler of rendering; runs at most once per frame. */
  readonly paint: SchedulerLike
}
