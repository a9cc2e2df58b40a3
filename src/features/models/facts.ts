import type { ListedModel } from '#contract/models/listed.ts'
import type { Scoring } from '#contract/models/model.ts'
import { PAIRS, parsePair } from '#contract/pairs.ts'
import { formatMegabytes } from '#src/ui/format/number.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'

export const pairLabel = (pair: string): string => {
  const known = parsePair(pair)
  return known ? PAIRS[known].label : pair
}

/** What is known of a model in a few words: type, timeframe, pair, format and size. */
export function factsOf({ modelType, timeframe, pair, format, sizeBytes }: ListedModel): readonly string[] {
  const size = sizeBytes === undefined ? undefined : formatMegabytes(sizeBytes)
  return [modelType, timeframe, pair && pairLabel(pair), format, size]
    .filter((fact) => fact !== undefined)
    .filter((fact) => fact !== '')
}

interface ScoringWords {
  readonly text: string
  readonly tone: Tone
}

const WORDS: Record<Scoring['state'], ScoringWords> = {
  scored: { text: 'Giving signals', tone: 'success' },
  idle: { text: 'Can be scored', tone: 'neutral' },
  waiting: { text: 'Waiting', tone: 'info' },
  suspended: { text: 'Stopped', tone: 'danger' },
  impossible: { text: 'Not scored here', tone: 'warning' },
}

export const scoringWords = ({ state }: Scoring): ScoringWords => WORDS[state]
