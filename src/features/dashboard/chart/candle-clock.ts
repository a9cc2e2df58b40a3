import { ageOf, isOverdue, TICKS, type ChartWindow, type MarketSnapshot } from '#src/streams/index.ts'

/** Whether the last price is live: its connection is, and the next update is not overdue. `now` is wall time, unix ms. */
export function isPriceLive(
  { liveness, freshest, lastUpdate }: Pick<ChartWindow, 'liveness' | 'freshest' | 'lastUpdate'>,
  market: MarketSnapshot | undefined,
  now: number,
): boolean {
  if (liveness !== 'live' || freshest === undefined || lastUpdate === undefined) return false
  const ageMs = ageOf({ ...freshest, timestamp: lastUpdate }, market, now)
  // A candle that was polled while the socket is live has no longer respite than one that it sent.
  return !isOverdue(ageMs, TICKS, 'live', market?.market.speed ?? 1)
}

/**
 * Whole seconds until the running candle closes; undefined without a running candle or a known remaining time. `now`
 * may be earlier than the last message: it is updated once a second, in which a replay covers minutes.
 */
export function secondsToClose(newest: ChartWindow['candles']['last'], speed: number, now: number): number | undefined {
  if (newest === undefined || newest.isComplete || newest.remainingS === undefined) return undefined
  const elapsedS = Math.max(0, now - newest.receivedAt) / 1000
  return Math.max(0, Math.ceil(newest.remainingS - elapsedS * speed))
}
