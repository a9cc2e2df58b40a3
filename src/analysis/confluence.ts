import { ALIGNED_VOLATILITIES, type AlignedVolatility } from '#contract/payloads/cross-timeframe.ts'
import { BIASES, type Bias } from '#contract/payloads/fields.ts'
import { STRUCTURE_VOLATILITIES, type StructureVolatility } from '#contract/payloads/structure.ts'
import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import {
  finiteNumber,
  moveSize,
  humanize,
  oneOf,
  toFields,
  toList,
  toScore,
  toScores,
  toSince,
  toText,
  toTimeframe,
  toTimeframes,
  type Fields,
  type SinceModel,
} from './fields.ts'
import { readMoveForecast, readMoveForecasts, type MoveForecastModel, type TimedForecast } from './forecast.ts'
import { readPayload, type ParsedPayload, type ReadFields } from './payload.ts'
import { omittedItems, problem } from './problems.ts'

/** A price at which several timeframes agree. */
export interface ZoneModel {
  readonly id: string
  readonly price: number
  readonly reaction: string | undefined
  readonly score: number
  readonly timeframes: readonly AnalysisTimeframe[]
}

/** What one timeframe says. */
export interface TimeframeVoteModel {
  readonly timeframe: AnalysisTimeframe
  /** From -1 to 1; undefined while warming up. */
  readonly direction: number | undefined
  /** Of the side of the direction. */
  readonly since: SinceModel | undefined
  readonly volatility: StructureVolatility | undefined
}

/** Cross-timeframe analysis. Scores are 0 to 1. */
export interface ConfluenceModel {
  readonly primaryTimeframe: AnalysisTimeframe | undefined
  /** Neutral if not sent. */
  readonly direction: Bias
  readonly strength: number | undefined
  /** Size of the move within an hour, up or down, in percent of the price. */
  readonly expectedMove: number | undefined
  /** Zero if not sent. */
  readonly confidence: number
  readonly volatility: AlignedVolatility | undefined
  /** Ratio of the timeframes with that volatility. */
  readonly alignment: number | undefined
  /** What signal and volatility come from; none if not sent. */
  readonly timeframes: readonly TimeframeVoteModel[]
  readonly zones: readonly ZoneModel[]
  /** Undefined without a forecast. */
  readonly nextHour: MoveForecastModel | undefined
  /** Of the next ten candles of each timeframe, shortest first. */
  readonly forecasts: readonly TimedForecast[]
}

function readZone(value: unknown, index: number): ZoneModel | undefined {
  const sent = toFields(value)
  const price = finiteNumber(sent['price_level'])
  const score = toScore(sent['strength_score'])
  if (price === undefined || score === undefined) return undefined
  const reaction = toText(sent['expected_reaction'])
  return {
    id: `zone ${index}`,
    price,
    reaction: reaction === undefined ? undefined : humanize(reaction),
    score,
    timeframes: toTimeframes(sent['timeframes_involved']),
  }
}

function readVote(value: unknown): readonly TimeframeVoteModel[] {
  const sent = toFields(value)
  const timeframe = toTimeframe(sent['timeframe'])
  const direction = finiteNumber(sent['direction'])
  const volatility = oneOf(STRUCTURE_VOLATILITIES, sent['volatility'])
  const since = toSince(sent['direction_since'])
  return timeframe === undefined ? [] : [{ timeframe, direction, since, volatility }]
}

function read(payload: Fields): ReadFields<ConfluenceModel> {
  const summary = toFields(payload['analysis_summary'])
  const signal = toFields(summary['overall_signal'])
  const volatility = toFields(payload['volatility_alignment'])
  const confidence = toScores(payload['confidence_metrics'], ['overall_confidence'])
  const strength = toScore(signal['strength'])
  const expectedMove = moveSize(signal['expected_move'])
  const zones = toList(payload['confluence_zones']).flatMap((each, index) => readZone(each, index) ?? [])
  return {
    model: {
      primaryTimeframe: toTimeframe(summary['primary_timeframe']),
      direction: oneOf(BIASES, signal['direction']) ?? 'neutral',
      strength,
      expectedMove,
      confidence: confidence.get('overall_confidence'),
      volatility: oneOf(ALIGNED_VOLATILITIES, volatility['volatility_regime']),
      alignment: toScore(volatility['alignment']),
      timeframes: toList(payload['timeframes']).flatMap(readVote),
      zones,
      nextHour: readMoveForecast(payload['hour_forecast']),
      forecasts: readMoveForecasts(payload['move_forecasts']),
    },
    isOfKind: strength !== undefined || confidence.isComplete || zones.length > 0,
    problems: [
      ...(strength === undefined || (expectedMove === undefined && signal['expected_move'] !== null)
        ? [problem('invalid_summary')]
        : []),
      ...(confidence.isComplete ? [] : [problem('invalid_confidence')]),
      ...omittedItems([payload['confluence_zones']], zones.length, 'Confluence zones'),
    ],
  }
}

/** Reads a cross-timeframe payload. */
export const readConfluence = (data: unknown, key = ''): ParsedPayload<ConfluenceModel> => readPayload(data, key, read)
