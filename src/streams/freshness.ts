import { cadenceOf, TICK_CADENCE_MS } from '#contract/cadence.ts'
import { LIVENESS, STREAMS } from '#contract/limits.ts'
import type { Provenance } from '#contract/provenance.ts'
import type { Liveness } from './liveness.ts'
import { marketTime, type MarketSnapshot } from './market.ts'
import type { StreamSource } from './records/record.ts'

/** What the age of data depends on. Times are unix ms. */
export interface DatedData {
  /** Time of the data on the market clock. */
  readonly timestamp: number
  /** Arrival, wall time. */
  readonly receivedAt: number
  readonly provenance: Provenance | undefined
}

/**
 * Age in ms of market time; negative for data from after the market's time. Until the market clock is known, age is
 * measured on the wall clock; for replays, since the data was received.
 */
export function ageOf(
  { timestamp, receivedAt, provenance }: DatedData,
  market: MarketSnapshot | undefined,
  now: number,
): number {
  if (market === undefined && provenance?.market === 'replay') return now - receivedAt
  return (market === undefined ? now : marketTime(market, now)) - (provenance?.exchange_time ?? timestamp)
}

/** When the next data is due, and how late it may be. */
export interface Cadence {
  /** ms of market time. */
  readonly everyMs: number
  /** ms of wall time. */
  readonly allowanceMs: number
}

/** Cadence of the running candle. */
export const TICKS: Cadence = { everyMs: TICK_CADENCE_MS, allowanceMs: LIVENESS.tickAllowanceMs }

/** Cadence of a stream's entries, undefined if unknown. */
function streamCadence(key: string): Cadence | undefined {
  const everyMs = cadenceOf(key)
  return everyMs === undefined ? undefined : { everyMs, allowanceMs: LIVENESS.entryAllowanceMs }
}

/** Whether newer data than that of this age (ms of market time) should have arrived. `speed` is the market's. */
export function isOverdue(ageMs: number, cadence: Cadence | undefined, source: StreamSource, speed: number): boolean {
  if (cadence === undefined) return false
  const pollingMs = source === 'polling' ? STREAMS.fallbackPollMs : 0
  return ageMs > cadence.everyMs + (cadence.allowanceMs + pollingMs) * speed
}

/** Whether data of this age (ms of market time) is from later than the market's time, as after a replay restarted. */
export const isAhead = (ageMs: number, speed: number): boolean => ageMs < -LIVENESS.aheadMs * speed

/**
 * How long data is out of date, in ms of market time: its age, or for a stream that is due less often than data counts
 * as stale, the time since its next entry was due.
 */
export function outdatedMs(ageMs: number, key: string): number {
  const everyMs = cadenceOf(key) ?? 0
  return everyMs > STREAMS.staleMs ? ageMs - everyMs : ageMs
}

/**
 * Whether data is current, or why not. very-stale, stale: out of date for 30 or 10 minutes; ahead: from later than the
 * market's time; overdue: by its own cadence; interrupted: what delivers it does not at present.
 */
export type Freshness = 'current' | 'interrupted' | 'overdue' | 'ahead' | 'stale' | 'very-stale'

export interface FreshnessInput {
  readonly key: string
  readonly source: StreamSource
  /** That of its stream unless given. */
  readonly cadence?: Cadence | undefined
  /** ms of market time. */
  readonly ageMs: number
  /** Of the market. */
  readonly speed: number
  /** Of the connection that delivers it. */
  readonly liveness: Liveness
}

const isInterrupted = (source: StreamSource, liveness: Liveness): boolean =>
  liveness !== 'live' && (source === 'live' || liveness !== 'polled')

/** Cached data, which is marked as such, is neither overdue nor interrupted. */
export function freshnessOf({ key, source, ageMs, speed, liveness, cadence }: FreshnessInput): Freshness {
  const outdated = outdatedMs(ageMs, key)
  if (outdated >= STREAMS.veryStaleMs) return 'very-stale'
  if (outdated >= STREAMS.staleMs) return 'stale'
  if (isAhead(ageMs, speed)) return 'ahead'
  if (source === 'cache') return 'current'
  if (isInterrupted(source, liveness)) return 'interrupted'
  return isOverdue(ageMs, cadence ?? streamCadence(key), source, speed) ? 'overdue' : 'current'
}
