import { ALIGNED_VOLATILITIES, type AlignedVolatility } from '#contract/analysis/cross-timeframe.ts'
import { BIASES, type Bias } from '#contract/analysis/fields.ts'
import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import {
  toFields,
  finiteNumber,
  toList,
  oneOf,
  toScore,
  toText,
  toTimeframe,
  toTimeframes,
  humanize,
} from '#contract/analysis/payload-fields.ts'
import type { Fields } from '#contract/analysis/payload-fields.ts'
import { problem, omittedItems, type PayloadProblem } from '../payload/problems.ts'
import { readPayload, type CardModel } from '../payload/card-model.ts'

export interface ZoneView {
  readonly id: string
  readonly price: number
  readonly reaction: string | undefined
  readonly score: number
  readonly timeframes: readonly AnalysisTimeframe[]
}

export interface ConfluenceView {
  readonly primaryTimeframe: AnalysisTimeframe | undefined
  readonly direction: Bias | undefined
  readonly strength: number | undefined
  /** Percent of the price; negative means down. */
  readonly expectedMove: number | undefined
  readonly confidence: number
  readonly volatility: AlignedVolatility | undefined
  /** Ratio of the timeframes with that volatility. */
  readonly alignment: number | undefined
  readonly zones: readonly ZoneView[]
}

function zoneOf(value: unknown, index: number): ZoneView | undefined {
  const sent = toFields(value)
  const price = finiteNumber(sent['price_level'])
  const strength = toScore(sent['strength_score'])
  if (price === undefined || strength === undefined) return undefined
  const reaction = toText(sent['expected_reaction'])
  return {
    id: `zone ${index}`,
    price,
    reaction: reaction === undefined ? undefined : humanize(reaction),
    score: strength,
    timeframes: toTimeframes(sent['timeframes_involved']),
  }
}

function read(payload: Fields): { readonly view: ConfluenceView; readonly problems: readonly PayloadProblem[] } {
  const summary = toFields(payload['analysis_summary'])
  const signal = toFields(summary['overall_signal'])
  const volatility = toFields(payload['volatility_alignment'])
  const confidence = toScore(toFields(payload['confidence_metrics'])['overall_confidence'])
  const strength = toScore(signal['strength'])
  const expectedMove = finiteNumber(signal['expected_move'])
  const zones = toList(payload['confluence_zones']).flatMap((each, index) => zoneOf(each, index) ?? [])
  return {
    view: {
      primaryTimeframe: toTimeframe(summary['primary_timeframe']),
      direction: oneOf(BIASES, signal['direction']),
      strength,
      expectedMove,
      confidence: confidence ?? 0,
      volatility: oneOf(ALIGNED_VOLATILITIES, volatility['volatility_regime']),
      alignment: toScore(volatility['alignment']),
      zones,
    },
    problems: [
      ...(strength === undefined || expectedMove === undefined ? [problem('invalid_summary')] : []),
      ...(confidence === undefined ? [problem('invalid_confidence')] : []),
      ...omittedItems([payload['confluence_zones']], zones.length, 'Confluence zones'),
    ],
  }
}

/** Reads a confluence payload into its card's model. */
export const readConfluence = (data: unknown, key = ''): CardModel<ConfluenceView> => readPayload(data, key, read)
