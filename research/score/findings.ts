import { FORECAST_TIMEFRAMES } from '#contract/payloads/forecast.ts'
import type { PairId } from '#contract/pairs.ts'
import { followFile } from '../outcomes/follow-file.ts'
import { createBandCollector } from './forecasts.ts'
import type { Findings } from './types.ts'

/** Replays a file, and returns what it claimed. */
export async function findingsOfFile(pair: PairId, file: string): Promise<Findings> {
  const bands = createBandCollector()
  const outcomes = await followFile(pair, file, bands.record)
  return { pair, ...outcomes, bands: bands.groups() }
}

/** The findings of several files, one per pair. */
export function joinByPair(all: readonly Findings[]): Findings[] {
  return [...new Set(all.map(({ pair }) => pair))].map((pair) => {
    const own = all.filter((findings) => findings.pair === pair)
    return {
      pair,
      tallies: own.flatMap(({ tallies }) => tallies),
      closed: own.flatMap(({ closed }) => closed),
      bands: FORECAST_TIMEFRAMES.map((timeframe) => ({
        timeframe,
        trials: own
          .flatMap(({ bands }) => bands.filter((each) => each.timeframe === timeframe))
          .flatMap(({ trials }) => trials),
      })),
    }
  })
}
