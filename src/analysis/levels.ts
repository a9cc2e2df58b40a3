import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import {
  finiteNumber,
  listLength,
  toFields,
  toList,
  toScore,
  toScores,
  toText,
  toTimeframe,
  toTimeframes,
  type Fields,
} from './fields.ts'
import { readPayload, type ParsedPayload, type ReadFields } from './payload.ts'
import { omittedItems, problem } from './problems.ts'

/** A support or resistance level. */
export interface LevelModel {
  readonly id: string
  /** Its place on its side, nearest first: `S1`, `R2`. */
  readonly name: string
  /** In the quote currency, like the bounds of its zone. */
  readonly price: number
  readonly from: number
  readonly to: number
  /** Weak, Moderate, Strong, Critical, or any other text sent. */
  readonly strength: string | undefined
  readonly score: number
  /** That the price reaches it within an hour, 0 to 1; undefined if not sent. */
  readonly touchProbability: number | undefined
  readonly touches: number
  readonly ageHours: number
  readonly isVolumeConfirmed: boolean
  readonly timeframes: readonly AnalysisTimeframe[]
}

/** Support and resistance. Scores are 0 to 1, all zero in a block that is incomplete. */
export interface LevelsModel {
  readonly summary: { readonly confidence: number; readonly alignment: number; readonly strength: number }
  readonly factors: {
    readonly dataQuality: number
    readonly reliability: number
    readonly volumeConfirmation: number
    readonly age: number
    readonly sampleSize: number
  }
  /** Nearest first, as sent. */
  readonly support: readonly LevelModel[]
  readonly resistance: readonly LevelModel[]
  readonly dominantTimeframe: AnalysisTimeframe | undefined
  /** Number of levels found, which may be more than those sent. */
  readonly total: number
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

function readLevel(value: unknown, id: string): Omit<LevelModel, 'name'> | undefined {
  const level = toFields(value)
  const price = finiteNumber(level['price'])
  const score = toScore(level['strength_score'])
  const touches = finiteNumber(level['touch_count'])
  const ageHours = finiteNumber(level['age_hours'])
  if (price === undefined || score === undefined || touches === undefined || ageHours === undefined) return undefined
  if (finiteNumber(level['last_touch_time']) === undefined || finiteNumber(level['avg_touch_volume']) === undefined)
    return undefined
  const bounds = [finiteNumber(level['zone_bottom']) ?? price, finiteNumber(level['zone_top']) ?? price]
  return {
    id,
    price,
    from: Math.min(...bounds),
    to: Math.max(...bounds),
    strength: toText(level['strength']),
    score,
    touchProbability: toScore(level['touch_probability']),
    touches,
    ageHours,
    isVolumeConfirmed: level['volume_confirmation'] === true,
    timeframes: toTimeframes(level['timeframe_alignment']),
  }
}

const readSide = (sent: unknown, side: 'support' | 'resistance'): readonly LevelModel[] =>
  toList(sent)
    .flatMap((each, index) => readLevel(each, `${side} ${index}`) ?? [])
    .map((level, index) => ({ ...level, name: `${side === 'support' ? 'S' : 'R'}${index + 1}` }))

function read(payload: Fields): ReadFields<LevelsModel> {
  const summary = toScores(payload['summary'], SUMMARY)
  const confidence = toScores(payload['confidence'], CONFIDENCE)
  const { support_levels: sentSupport, resistance_levels: sentResistance } = payload
  const support = readSide(sentSupport, 'support')
  const resistance = readSide(sentResistance, 'resistance')
  const total = finiteNumber(payload['total_levels']) ?? listLength(sentSupport) + listLength(sentResistance)
  const [hasSupport, hasResistance] = [Array.isArray(sentSupport), Array.isArray(sentResistance)]
  return {
    model: {
      summary: {
        confidence: summary.get('overall_confidence'),
        alignment: summary.get('alignment_score'),
        strength: summary.get('strength_score'),
      },
      factors: {
        dataQuality: confidence.get('data_quality'),
        reliability: confidence.get('historical_reliability'),
        volumeConfirmation: confidence.get('volume_confirmation_ratio'),
        age: confidence.get('age_factor'),
        sampleSize: confidence.get('sample_size'),
      },
      support,
      resistance,
      dominantTimeframe: toTimeframe(payload['dominant_timeframe']),
      total: Math.max(0, Math.floor(total)),
    },
    isOfKind: hasSupport || hasResistance || summary.hasAny,
    problems: [
      ...(hasSupport && hasResistance ? [] : [problem('missing_level_arrays')]),
      ...(summary.isComplete ? [] : [problem('invalid_summary')]),
      ...(confidence.isComplete ? [] : [problem('invalid_confidence')]),
      ...omittedItems([sentSupport], support.length, 'Support levels'),
      ...omittedItems([sentResistance], resistance.length, 'Resistance levels'),
    ],
  }
}

/** Reads a support and resistance payload. */
export const readLevels = (data: unknown, key = ''): ParsedPayload<LevelsModel> => readPayload(data, key, read)
