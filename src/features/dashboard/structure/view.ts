import { MARKET_PHASES, STRUCTURE_VOLATILITIES } from '#contract/analysis/structure.ts'
import type { MarketPhase, StructureVolatility } from '#contract/analysis/structure.ts'
import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import {
  toFields,
  finiteNumber,
  toList,
  oneOf,
  toScore,
  toText,
  toTimeframe,
  humanize,
  type Fields,
} from '#contract/analysis/payload-fields.ts'
import { omittedItems, type PayloadProblem } from '../payload/problems.ts'
import { readPayload, type CardModel } from '../payload/card-model.ts'
import { breakOf, type BreakView } from './breaks.ts'
import { clusterOf, type ClusterView } from './clusters.ts'

export interface TimeframeView {
  readonly timeframe: AnalysisTimeframe
  readonly pattern: string
  readonly strength: number | undefined
}

/** Scores are 0 to 1; undefined if not sent. */
export interface StructureView {
  readonly phase: MarketPhase
  readonly volatility: StructureVolatility | undefined
  /** The regime sent, otherwise phase and volatility: 'Bearish normal volatility'. */
  readonly regime: string
  readonly confidence: number | undefined
  readonly trendStrength: number | undefined
  readonly momentum: number | undefined
  readonly regimeConfidence: number | undefined
  /** Seconds. */
  readonly regimeDuration: number | undefined
  /** Duration as a ratio of four hours, at which the meter is full. */
  readonly durationRatio: number | undefined
  readonly clusters: readonly ClusterView[]
  /** Newest first. */
  readonly breaks: readonly BreakView[]
  readonly timeframes: readonly TimeframeView[]
}

const DURATION_FULL_S = 4 * 3_600

/** Other servers send 'medium' for 'normal'. */
const volatilityOf = (value: unknown): StructureVolatility | undefined =>
  oneOf(['medium'], value) ? 'normal' : oneOf(STRUCTURE_VOLATILITIES, value)

function timeframeOf(value: unknown): TimeframeView | undefined {
  const sent = toFields(value)
  const on = toTimeframe(sent['timeframe'])
  const pattern = toText(sent['pattern'])
  if (on === undefined || pattern === undefined) return undefined
  return { timeframe: on, pattern: humanize(pattern), strength: toScore(sent['strength']) }
}

function regimeOf(payload: Fields) {
  const regime = toFields(payload['market_regime'])
  const phase = oneOf(MARKET_PHASES, payload['market_phase']) ?? oneOf(MARKET_PHASES, payload['trend']) ?? 'neutral'
  const volatility = volatilityOf(payload['volatility_regime'])
  const duration = finiteNumber(payload['regime_duration'])
  const regimeDuration = duration === undefined ? undefined : Math.max(0, duration)
  return {
    phase,
    volatility,
    regime: humanize(
      toText(regime['regime']) ?? (volatility === undefined ? phase : `${phase} ${volatility} volatility`),
    ),
    confidence: toScore(regime['confidence']) ?? toScore(payload['confidence']),
    trendStrength: toScore(payload['trend_strength']) ?? toScore(payload['structure_strength']),
    momentum: toScore(payload['momentum']),
    regimeConfidence: toScore(payload['regime_confidence']),
    regimeDuration,
    durationRatio: regimeDuration === undefined ? undefined : Math.min(1, regimeDuration / DURATION_FULL_S),
  }
}

function read(payload: Fields): { readonly view: StructureView; readonly problems: readonly PayloadProblem[] } {
  const {
    structure_breaks: sentBreaks,
    support_resistance_clusters: sentClusters,
    timeframe_analysis: sentTimeframes,
  } = payload
  const breaks = toList(sentBreaks)
    .flatMap((each, index) => breakOf(each, index) ?? [])
    .toSorted((a, b) => b.at - a.at)
  const clusters = toList(sentClusters).flatMap((each, index) => clusterOf(each, index, breaks) ?? [])
  const byTimeframe = new Map(
    toList(sentTimeframes)
      .flatMap((each) => timeframeOf(each) ?? [])
      .map((each) => [each.timeframe, each]),
  )
  return {
    view: { ...regimeOf(payload), clusters, breaks, timeframes: [...byTimeframe.values()] },
    problems: [
      ...omittedItems([sentBreaks], breaks.length, 'Structure breaks'),
      ...omittedItems([sentClusters], clusters.length, 'Clusters'),
      ...omittedItems([sentTimeframes], byTimeframe.size, 'Timeframes'),
    ],
  }
}

/** Reads a market structure payload into its card's model. */
export const readStructure = (data: unknown, key = ''): CardModel<StructureView> => readPayload(data, key, read)
