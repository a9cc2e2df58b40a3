import { useCallback, useMemo, type ReactNode } from 'react'
import type { PairId } from '#contract/pairs.ts'
import type { CaseScore, ScoreKind } from '#contract/score-card/schema.ts'
import { useServices } from '#src/app/services.ts'
import { useDashboardView } from '#src/app/use-dashboard-view.ts'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import type { Result } from '#src/lib/result.ts'
import { CardScoresContext, type CardScores } from './card-scores.ts'

/** Scores change by a few cases an hour. */
const EVERY_MS = 300_000

type PairScores = Pick<CardScores, 'pair' | 'scores'>

/** [SC-43] Loads the scores of the pair that is shown, for its cards. */
export function CardScoresProvider({ children }: { readonly children: ReactNode }) {
  const { scoreCard } = useServices()
  const { pair } = useDashboardView()
  const load = useCallback(
    async (query: { readonly pair: PairId }, signal: AbortSignal): Promise<Result<PairScores>> => {
      const result = await scoreCard(query, signal)
      if (!result.ok) return result
      const scores: Partial<Record<ScoreKind, CaseScore>> = {}
      for (const { kind, total } of result.value.kinds) scores[kind] = total
      return { ok: true, value: { pair: query.pair, scores } }
    },
    [scoreCard],
  )
  const { value, error } = useRemoteQuery(load, { pair }, EVERY_MS)
  // Those of another pair are never shown.
  const scores = value?.pair === pair ? value.scores : undefined
  const hasFailed = error !== undefined
  const shown = useMemo(() => ({ pair, scores, hasFailed }), [pair, scores, hasFailed])
  return <CardScoresContext value={shown}>{children}</CardScoresContext>
}
