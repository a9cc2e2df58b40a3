import type { ScoreKind } from '#contract/score-card/schema.ts'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import { useCardScores } from './card-scores.ts'
import { scoreParts } from './score-parts.ts'
import * as css from './scores.css.ts'

/**
 * [SC-43] Last line of a card: how many of such claims held. As high while nothing is known. Chance stands beside the record
 * above it, and once.
 */
export function ScoreLine({ kind }: { readonly kind: ScoreKind }) {
  const { scores, hasFailed } = useCardScores()
  const score = scores?.[kind]
  if (score === undefined) return <p className={css.line}>{hasFailed ? 'Score could not be loaded' : null}</p>
  const { held, claimed } = scoreParts(score)
  return (
    <p className={css.line} data-figure="score">
      <VisuallyHidden>Score: </VisuallyHidden>
      <span className={css.held}>{held}</span>
      {claimed === undefined ? null : <span>, {claimed}</span>}
    </p>
  )
}
