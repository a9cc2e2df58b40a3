import { basename } from 'node:path'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import { createCaseFollower, type CaseFollower } from '#server/analysis/cases/follower.ts'
import type { CaseTally } from '#server/analysis/cases/tally.ts'
import { createPairAnalysis } from '#server/analysis/engine/engine.ts'
import { readCandleFile } from '#server/market/replay/candle-file.ts'
import { createCandleBuilder } from '#server/market/store/builder.ts'

/** Hours after the first minute until every hourly indicator is available. */
const WARM_UP_S = 48 * 3_600

/** [SC-30] Follows the cases of a month by itself, as `npm run score` does: the analysis starts with its first minute. */
export const pastFollower = (pair: PairId): CaseFollower =>
  createCaseFollower(pair, { levelsFrom: (firstMinuteS) => firstMinuteS + WARM_UP_S })

export function countCandles(pair: PairId, candles: Iterable<Candle>): readonly CaseTally[] {
  const analysis = createPairAnalysis(pair)
  const builder = createCandleBuilder(() => Infinity)
  const follower = pastFollower(pair)
  for (const candle of candles) {
    const result = builder.ingest(candle, true)
    const entries = analysis.onClose({ candle, rollups: 'rollups' in result ? result.rollups : [] })
    follower.add(entries.map(({ data }) => data))
  }
  return follower.drain().tallies
}

/** Counts a monthly file of the library. Throws if it cannot be read. */
export async function countMonth(pair: PairId, path: string): Promise<readonly CaseTally[]> {
  const result = await readCandleFile(path, basename(path))
  if ('refused' in result) throw new Error(`${result.refused.file} ${result.refused.reason}`)
  return countCandles(pair, result.candles.slice(0, Infinity))
}
