import { basename } from 'node:path'
import * as z from 'zod/mini'
import type { Candle } from '#contract/candles.ts'
import { pairSchema, type PairId } from '#contract/pairs.ts'
import { createCaseFollower, type CaseFollower, type FollowerOptions } from '#server/outcomes/follower.ts'
import { caseTallySchema, type CaseTally } from '#server/outcomes/tally.ts'
import { createPairAnalysis } from '#server/analysis/engine/engine.ts'
import { jobMessageSchema } from '#server/jobs/protocol.ts'
import { readCandleFile } from '#server/market/replay/candle-file.ts'
import { createCandleBuilder } from '#server/market/store/builder.ts'

/** A month to be counted. */
export const monthTaskSchema = z.object({ pair: pairSchema, path: z.string() })
export type MonthTask = z.infer<typeof monthTaskSchema>

/** What the thread sends. */
export const monthMessageSchema = jobMessageSchema(z.null(), z.array(caseTallySchema))
export type MonthMessage = z.infer<typeof monthMessageSchema>

/** Seconds after the first minute until every hourly indicator is available. */
export const WARM_UP_S = 48 * 3_600

/** [SC-30] Follows the cases of a month by itself, as `npm run score` does: the analysis starts with its first minute. */
export const pastFollower = (pair: PairId, options: FollowerOptions = {}): CaseFollower =>
  createCaseFollower(pair, { levelsFrom: (firstMinuteS) => firstMinuteS + WARM_UP_S, ...options })

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
export async function countMonth({ pair, path }: MonthTask): Promise<readonly CaseTally[]> {
  const result = await readCandleFile(path, basename(path))
  if ('refused' in result) throw new Error(`${result.refused.file} ${result.refused.reason}`)
  return countCandles(pair, result.candles.slice(0, Infinity))
}
