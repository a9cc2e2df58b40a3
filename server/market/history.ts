import { firstValueFrom, fromEvent, race, timer } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import { backoffMs, errorMessage } from './backoff.ts'
import type { MarketDeps, MarketSource } from './ports.ts'
import type { HealthIssues } from './health-issues.ts'

/** Candles requested per timeframe: enough for the chart, the slowest indicator (500 bars) and the minute store. */
const HISTORY_LENGTHS: Record<Timeframe, number> = {
  M1: 86_400,
  M5: 2_000,
  M15: 2_000,
  M30: 2_000,
  H1: 1_440,
  H4: 720,
  D1: 400,
}

const RETRY = { baseMs: 5_000, capMs: 60_000 }

/**
 * Loads a pair's history, retrying and reporting an issue while the source fails. Resolves to an empty list once
 * stopped.
 */
export async function loadHistory(
  source: MarketSource,
  pair: PairId,
  timeframe: Timeframe,
  deps: MarketDeps,
  issues: HealthIssues,
  stop: AbortSignal,
): Promise<readonly Candle[]> {
  const key = `history ${pair} ${timeframe}`
  for (let attempt = 1; !stop.aborted; attempt += 1) {
    try {
      const candles = await source.history(pair, timeframe, HISTORY_LENGTHS[timeframe])
      issues.clear(key)
      return candles
    } catch (error) {
      issues.set(key, `No ${timeframe} history for ${PAIRS[pair].label}: ${errorMessage(error)}.`)
      const wait = timer(backoffMs(RETRY, attempt, deps.random), deps.scheduler)
      await firstValueFrom(race(wait, fromEvent(stop, 'abort')))
    }
  }
  return []
}
