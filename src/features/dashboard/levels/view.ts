import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import {
  toFields,
  finiteNumber,
  toList,
  toScore,
  toText,
  toTimeframe,
  toTimeframes,
  type Fields,
} from '#contract/analysis/payload-fields.ts'
import { problem, omittedItems, type PayloadProblem } from '../payload/problems.ts'
import { readPayload, type CardModel } from '../payload/card-model.ts'

export interface LevelView {
  readonly id: string
  /** In the quote currency, like the bounds of its zone. */
  readonly price: number
  readonly from: number
  readonly to: number
  /** Weak, Moderate, Strong, Critical, or any other text sent. */
  readonly strength: string | undefined
  readonly score: number
  readonly touches: number
  readonly ageHours: number
  readonly isVolumeConfirmed: boolean
  readonly timeframes: readonly AnalysisTimeframe[]
}

export interface LevelsView {
  readonly summary: { readonly confidence: number; readonly alignment: number; readonly strength: number }
  readonly factors: {
    readonly dataQuality: number
    readonly reliability: number
    readonly volumeConfirmation: number
    readonly age: number
    readonly sampleSize: number
  }
  /** Nearest first, as sent. */
  readonly support: readonly LevelView[]
  readonly resistance: readonly LevelView[]
  readonly dominantTimeframe: AnalysisTimeframe | undefined
}

const SUMMARY = ['overall_confidence', 'alignment_score', 'strength_score'] as const
const CONFIDENCE = [
  'sample_size',
  'data_quality',
  'volatility_adjustment',
  'age_factor',
  'historical_reliability',
  'volume_confirmation_ratio',
] as const

/** Scores of a block; all zero if any of them is not a number. */
function scoresOf<Name extends string>(value: unknown, names: readonly Name[]) {
  const block = toFields(value)
  const isValid = names.every((name) => finiteNumber(block[name]) !== undefined)
  return { isValid, at: (name: Name): number => (isValid ? (toScore(block[name]) ?? 0) : 0) }
}

function levelOf(value: unknown, side: string, index: number): LevelView | undefined {
  const level = toFields(value)
  const price = finiteNumber(level['price'])
  const strengthScore = toScore(level['strength_score'])
  const touches = finiteNumber(level['touch_count'])
  const ageHours = finiteNumber(level['age_hours'])
  if (price === undefined || strengthScore === undefined || touches === undefined || ageHours === undefined)
    return undefined
  if (finiteNumber(level['last_touch_time']) === undefined || finiteNumber(level['avg_touch_volume']) === undefined)
    return undefined
  const bounds = [finiteNumber(level['zone_bottom']) ?? price, finiteNumber(level['zone_top']) ?? price]
  return {
    id: `${side} ${index}`,
    price,
    from: Math.min(...bounds),
    to: Math.max(...bounds),
    strength: toText(level['strength']),
    score: strengthScore,
    touches,
    ageHours,
    isVolumeConfirmed: level['volume_confirmation'] === true,
    timeframes: toTimeframes(level['timeframe_alignment']),
  }
}

const levelsOf = (sent: unknown, side: 'support' | 'resistance'): readonly LevelView[] =>
  toList(sent).flatMap((each, index) => levelOf(each, side, index) ?? [])

function read(payload: Fields): { readonly view: LevelsView; readonly problems: readonly PayloadProblem[] } {
  const summary = scoresOf(payload['summary'], SUMMARY)
  const confidence = scoresOf(payload['confidence'], CONFIDENCE)
  const { support_levels: sentSupport, resistance_levels: sentResistance } = payload
  const support = levelsOf(sentSupport, 'support')
  const resistance = levelsOf(sentResistance, 'resistance')
  const hasArrays = Array.isArray(sentSupport) && Array.isArray(sentResistance)
  return {
    view: {
      summary: {
        confidence: summary.at('overall_confidence'),
        alignment: summary.at('alignment_score'),
        strength: summary.at('strength_score'),
      },
      factors: {
        dataQuality: confidence.at('data_quality'),
        reliability: confidence.at('historical_reliability'),
        volumeConfirmation: confidence.at('volume_confirmation_ratio'),
        age: confidence.at('age_factor'),
        sampleSize: confidence.at('sample_size'),
      },
      support,
      resistance,
      dominantTimeframe: toTimeframe(payload['dominant_timeframe']),
    },
    problems: [
      ...(hasArrays ? [] : [problem('missing_level_arrays')]),
      ...(summary.isValid ? [] : [problem('invalid_summary')]),
      ...(confidence.isValid ? [] : [problem('invalid_confidence')]),
      ...omittedItems([sentSupport], support.length, 'Support levels'),
      ...omittedItems([sentResistance], resistance.length, 'Resistance levels'),
    ],
  }
}

/** Reads a support and resistance payload into the model of its card and the chart. */
export const readLevels = (data: unknown, key = ''): CardModel<LevelsView> => readPayload(data, key, read)
