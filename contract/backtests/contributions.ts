import * as z from 'zod/mini'
import { trackRecordSchema } from '../track-records/schema.ts'
import { estimateSchema } from './report.ts'

const countSchema = z.number().check(z.int(), z.nonnegative())

/** The same backtest without one source or rule. */
export const contributionSchema = z.object({
  kind: z.enum(['source', 'rule']),
  id: z.string(),
  name: z.string(),
  /** What it would have earned without, as a fraction of the capital; null if no rule would be left. */
  return: z.nullable(z.number()),
  /**
   * By how much the equity ended higher with it than without, as a fraction, with its 95 % interval over the days; null where
   * that cannot be computed.
   */
  gain: z.nullable(estimateSchema),
  trades: countSchema,
  /** BUY and SELL decisions with and without it at the same minute and side, only with it, and only without it. */
  shared: countSchema,
  only_with: countSchema,
  only_without: countSchema,
})
export type Contribution = z.infer<typeof contributionSchema>

/** How often a source's votes came true: price had moved their way an hour later. Counted on full hours. */
export const sourceVotesSchema = z.object({ source_id: z.string(), name: z.string(), record: trackRecordSchema })
export type SourceVotes = z.infer<typeof sourceVotesSchema>

/** The same of two sources: when both voted for the same side, when one of them did alone, and how often they differed. */
export const votesOfTwoSchema = z.object({
  first: z.string(),
  second: z.string(),
  together: trackRecordSchema,
  only_first: trackRecordSchema,
  only_second: trackRecordSchema,
  /** Hours at which they voted for different sides. */
  opposed: countSchema,
})
export type VotesOfTwo = z.infer<typeof votesOfTwoSchema>

/** Which source and which rule earned its weight. */
export const contributionsSchema = z.object({
  without: z.array(contributionSchema),
  sources: z.array(sourceVotesSchema),
  pairs: z.array(votesOfTwoSchema),
})
export type Contributions = z.infer<typeof contributionsSchema>
