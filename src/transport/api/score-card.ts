import * as ANALYSIS from '#contract/endpoints/analysis.ts'
import type { ScoreCard, ScoreQuery } from '#contract/score-card/schema.ts'
import { mapResult, type Result } from '#src/lib/result.ts'
import { messageOf } from '../http/failures.ts'
import type { Call } from '../http/http.ts'
import { requestOf } from '../http/request-of.ts'

/** Loads the scores of the cases that a query asks for. */
export const fetchScoreCard = async (call: Call, query: ScoreQuery, signal: AbortSignal): Promise<Result<ScoreCard>> =>
  mapResult(await call({ ...requestOf(ANALYSIS.scoreCard, { query }), signal }), ({ data }) => data, messageOf)
