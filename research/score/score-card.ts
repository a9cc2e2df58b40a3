import { scoreText } from '#contract/score-card/text.ts'
import type { NamedScore } from '#contract/score-card/schema.ts'
import { wilsonInterval } from '#research/evaluation/interval.ts'
import { CASE_KINDS } from '#server/outcomes/case.ts'
import { scoresOf } from '#server/outcomes/scores.ts'
import type { CaseTally } from '#server/outcomes/tally.ts'
import { percent } from './format.ts'

const WIDTH = 30

function lineOf({ name, ...score }: NamedScore): string {
  const { low, high } = wilsonInterval(score.held, score.count)
  return `    ${name.padEnd(WIDTH)} ${scoreText(score)}   [${percent(low)}, ${percent(high)}]`
}

/** All that is counted, as the score-card shows its part of it. */
export const scoreCardReport = (tallies: readonly CaseTally[]): string[] => [
  'Cases by kind, timeframe and class [95 % interval]',
  ...scoresOf(
    tallies,
    {},
    CASE_KINDS.filter((kind) => kind !== 'rise'),
  ).flatMap(({ kind, total, timeframes, classes }) => [
    `  ${kind.padEnd(WIDTH + 2)} ${scoreText(total)}`,
    ...[...timeframes, ...classes].map(lineOf),
  ]),
]
