import { scoreText } from '#contract/score-card/text.ts'
import { SCORE_KINDS, type NamedScore } from '#contract/score-card/schema.ts'
import type { CaseTally } from '#server/outcomes/tally.ts'
import { scoresOf } from '#server/outcomes/scores.ts'

const WIDTH = 30

const lineOf = ({ name, ...score }: NamedScore): string => `    ${name.padEnd(WIDTH)} ${scoreText(score)}`

/** The score-card as its screen shows it. */
export const scoreCardReport = (cases: readonly CaseTally[]): string[] => [
  'Score-card: cases by kind, timeframe and class',
  ...scoresOf(cases, {}, SCORE_KINDS).flatMap(({ kind, total, timeframes, classes }) => [
    `  ${kind.padEnd(WIDTH + 2)} ${scoreText(total)}`,
    ...[...timeframes, ...classes].map(lineOf),
  ]),
]
