import { successOf } from '#contract/auth.ts'
import { ANALYSIS } from '#contract/paths.ts'
import { scoreCardSchema, type ScoreCard, type ScoreQuery } from '#contract/score-card/schema.ts'
import type { Result } from '#src/lib/result.ts'
import { messageOf } from '../http/failures.ts'
import type { Call } from '../http/http.ts'
import { createDataCalls } from './data-calls.ts'

/** Loads the scores of the cases that a query asks for. */
export const fetchScoreCard = (call: Call, query: ScoreQuery, signal: AbortSignal): Promise<Result<ScoreCard>> =>
  createDataCalls(call, messageOf).fetchData({
    path: ANALYSIS.scoreCard,
    query: { ...query },
    schema: successOf(scoreCardSchema),
    signal,
  })
