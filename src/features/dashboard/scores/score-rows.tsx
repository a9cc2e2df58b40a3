import { Link } from '@tanstack/react-router'
import type { ScoreKind } from '#contract/score-card/schema.ts'
import type { KeyValue } from '#src/ui/data/KeyValueList.tsx'
import { scoreParts } from './score-parts.ts'
import type { CardScores } from './card-scores.ts'

const LABELS: Readonly<Record<ScoreKind, string>> = {
  level: 'Score of levels',
  pattern: 'Score of patterns',
  regime: 'Score of regimes',
  break: 'Score of structure breaks',
}

/** [SC-43] The scores behind a card, each a link to its cases in the score-card. */
export const scoreRows = (kinds: readonly ScoreKind[], { scores, hasFailed, pair }: CardScores): KeyValue[] =>
  kinds.map((kind) => {
    const score = scores?.[kind]
    if (score === undefined) return { label: LABELS[kind], value: hasFailed ? 'Could not be loaded' : 'Loading' }
    const { held, interval, claimed, chance } = scoreParts(score)
    const parts = [held, ...(interval === undefined ? [] : [`95 % interval ${interval}`]), claimed, chance]
    return {
      label: LABELS[kind],
      value: (
        <Link to="/score" search={{ kind, pair }}>
          {parts.filter((part) => part !== undefined).join(', ')}
        </Link>
      ),
    }
  })
