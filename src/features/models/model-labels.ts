import type { ListedModel } from '#contract/models/view-model.ts'
import type { Scoring } from '#contract/models/model.ts'
import { formatMegabytes } from '#src/ui/format/number.ts'
import { formatSymbol } from '#src/ui/format/pair.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'

/** Type, timeframe, pair, format and size of a model, where known. */
export function modelSummary({ modelType, timeframe, pair, format, sizeBytes }: ListedModel): readonly string[] {
  const size = sizeBytes === undefined ? undefined : formatMegabytes(sizeBytes)
  return [modelType, timeframe, pair && formatSymbol(pair), format, size]
    .filter((fact) => fact !== undefined)
    .filter((fact) => fact !== '')
}

interface ScoringLabel {
  readonly text: string
  readonly tone: Tone
}

const SCORING_LABELS: Record<Scoring['state'], ScoringLabel> = {
  scored: { text: 'Generating signals', tone: 'success' },
  idle: { text: 'Ready to score', tone: 'neutral' },
  waiting: { text: 'Waiting', tone: 'info' },
  suspended: { text: 'Suspended', tone: 'danger' },
  impossible: { text: 'Cannot be scored', tone: 'warning' },
  file_missing: { text: 'File missing', tone: 'danger' },
}

const CAN_SCORE: ReadonlySet<Scoring['state']> = new Set(['scored', 'idle', 'waiting'])

/** Tone of a model's status: green only for an active one that can score. */
export const activeTone = ({ isActive, scoring }: Pick<ListedModel, 'isActive' | 'scoring'>): Tone =>
  !isActive ? 'neutral' : scoring === undefined || CAN_SCORE.has(scoring.state) ? 'success' : 'warning'

export const scoringLabel = ({ state }: Scoring): ScoringLabel => SCORING_LABELS[state]
