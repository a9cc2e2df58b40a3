import { structureDirection } from '#contract/payloads/directions.ts'
import type { Bias } from '#contract/payloads/fields.ts'
import {
  MARKET_PHASES,
  STRUCTURE_TYPES,
  STRUCTURE_VOLATILITIES,
  type MarketPhase,
  type StructureVolatility,
} from '#contract/payloads/structure.ts'
import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import {
  finiteNumber,
  humanize,
  oneOf,
  toFields,
  toList,
  toScore,
  toSince,
  toText,
  toTimeframe,
  toTimestamp,
  type Direction,
  type Fields,
  type SinceModel,
} from './fields.ts'
import { readPayload, type ParsedPayload, type ReadFields } from './payload.ts'
import { omittedItems } from './problems.ts'

/** A close beyond the last swing. */
export interface BreakModel {
  readonly id: string
  /** With its direction: 'Bullish break of structure'. */
  readonly fullName: string
  /** Without its direction: 'Break of structure'. */
  readonly name: string
  readonly direction: Direction
  readonly price: number
  readonly timeframe: AnalysisTimeframe
  /** Unix ms. */
  readonly at: number
  readonly isVolumeConfirmed: boolean
}

function directionOf(type: string): Direction {
  const lower = type.toLowerCase()
  if (lower.includes('bullish')) return 'bullish'
  return lower.includes('bearish') ? 'bearish' : 'none'
}

/** Reads a structure break; undefined without type, finite price, valid timeframe and timestamp. */
export function readBreak(value: unknown, index: number): BreakModel | undefined {
  const sent = toFields(value)
  const type = toText(sent['break_type'])
  const price = finiteNumber(sent['price_level'])
  const timeframe = toTimeframe(sent['timeframe'])
  const at = toTimestamp(sent['timestamp'])
  if (type === undefined || price === undefined || timeframe === undefined || at === undefined) return undefined
  const fullName = humanize(type)
  return {
    id: `break ${index}`,
    fullName,
    name: humanize(fullName.replace(/^(bullish|bearish) /i, '')),
    direction: directionOf(type),
    price,
    timeframe,
    at,
    isVolumeConfirmed: sent['volume_confirmation'] === true,
  }
}

const KINDS = ['Support', 'Resistance'] as const
type ClusterKind = (typeof KINDS)[number]

/** A price around which several levels lie. */
export interface ClusterModel {
  readonly id: string
  readonly kind: ClusterKind
  /** Sent by the server or derived from a nearby break; otherwise shown as support in a neutral colour. */
  readonly isKindKnown: boolean
  readonly level: number
  readonly strength: number
  readonly touches: number
  readonly timeframe: AnalysisTimeframe | undefined
}

/** Maximum distance of a nearby break: the larger of 1 and 0.02 % of the price. */
const nearbyDistance = (price: number): number => Math.max(1, Math.abs(price) * 0.0002)

/** A level broken upwards becomes support, one broken downwards resistance. */
function kindFrom(breaks: readonly BreakModel[], level: number): ClusterKind | undefined {
  let distance = nearbyDistance(level)
  let nearest: BreakModel | undefined
  for (const each of breaks) {
    const away = Math.abs(each.price - level)
    if (each.direction === 'none' || away > distance || (nearest && away === distance)) continue
    distance = away
    nearest = each
  }
  if (nearest === undefined) return undefined
  return nearest.direction === 'bullish' ? 'Support' : 'Resistance'
}

/** Reads a cluster of levels; undefined without finite level, strength and touches. */
function readCluster(value: unknown, index: number, breaks: readonly BreakModel[]): ClusterModel | undefined {
  const sent = toFields(value)
  const level = finiteNumber(sent['level'])
  const strength = toScore(sent['strength'])
  const touches = finiteNumber(sent['touches']) ?? finiteNumber(sent['touch_count'])
  if (level === undefined || strength === undefined || touches === undefined) return undefined
  const kind = oneOf(KINDS, sent['type']) ?? kindFrom(breaks, level)
  return {
    id: `cluster ${index}`,
    kind: kind ?? 'Support',
    isKindKnown: kind !== undefined,
    level,
    strength,
    touches,
    timeframe: toTimeframe(sent['timeframe']),
  }
}

/** Structure of one timeframe. */
export interface TimeframeStructure {
  readonly timeframe: AnalysisTimeframe
  readonly pattern: string
  readonly strength: number | undefined
  /** Neutral for a pattern without one. */
  readonly direction: Bias
  /** Of the direction. */
  readonly since: SinceModel | undefined
}

/** Market structure. Scores are 0 to 1; undefined if not sent. */
export interface StructureModel {
  /** Neutral if not sent. */
  readonly phase: MarketPhase
  readonly volatility: StructureVolatility | undefined
  /** The regime sent, otherwise phase and volatility: 'Bearish normal volatility'. */
  readonly regime: string
  /** Confidence in the regime shown; `regimeConfidence` is another value of the analysis. */
  readonly confidence: number | undefined
  readonly trendStrength: number | undefined
  readonly momentum: number | undefined
  readonly regimeConfidence: number | undefined
  /** Seconds. */
  readonly regimeDuration: number | undefined
  readonly clusters: readonly ClusterModel[]
  /** Newest first. */
  readonly breaks: readonly BreakModel[]
  readonly timeframes: readonly TimeframeStructure[]
}

/** Other servers send 'medium' for 'normal'. */
const readVolatility = (value: unknown): StructureVolatility | undefined =>
  oneOf(['medium'], value) ? 'normal' : oneOf(STRUCTURE_VOLATILITIES, value)

function readTimeframe(value: unknown): TimeframeStructure | undefined {
  const sent = toFields(value)
  const timeframe = toTimeframe(sent['timeframe'])
  const pattern = toText(sent['pattern'])
  if (timeframe === undefined || pattern === undefined) return undefined
  return {
    timeframe,
    pattern: humanize(pattern),
    strength: toScore(sent['strength']),
    direction: structureDirection(oneOf(STRUCTURE_TYPES, pattern) ?? 'none') ?? 'neutral',
    since: toSince(sent['direction_since']),
  }
}

function readRegime(payload: Fields) {
  const regime = toFields(payload['market_regime'])
  const sentPhase = oneOf(MARKET_PHASES, payload['market_phase']) ?? oneOf(MARKET_PHASES, payload['trend'])
  const phase = sentPhase ?? 'neutral'
  const volatility = readVolatility(payload['volatility_regime'])
  const duration = finiteNumber(payload['regime_duration'])
  const trendStrength = toScore(payload['trend_strength']) ?? toScore(payload['structure_strength'])
  const momentum = toScore(payload['momentum'])
  return {
    isOfKind: sentPhase !== undefined || trendStrength !== undefined || momentum !== undefined,
    regime: {
      phase,
      volatility,
      regime: humanize(
        toText(regime['regime']) ?? (volatility === undefined ? phase : `${phase} ${volatility} volatility`),
      ),
      confidence: toScore(regime['confidence']) ?? toScore(payload['confidence']),
      trendStrength,
      momentum,
      regimeConfidence: toScore(payload['regime_confidence']),
      regimeDuration: duration === undefined ? undefined : Math.max(0, duration),
    },
  }
}

function read(payload: Fields): ReadFields<StructureModel> {
  const {
    structure_breaks: sentBreaks,
    support_resistance_clusters: sentClusters,
    timeframe_analysis: sentTimeframes,
  } = payload
  const { regime, isOfKind } = readRegime(payload)
  const breaks = toList(sentBreaks)
    .flatMap((each, index) => readBreak(each, index) ?? [])
    .toSorted((a, b) => b.at - a.at)
  const clusters = toList(sentClusters).flatMap((each, index) => readCluster(each, index, breaks) ?? [])
  const byTimeframe = new Map(
    toList(sentTimeframes)
      .flatMap((each) => readTimeframe(each) ?? [])
      .map((each) => [each.timeframe, each]),
  )
  return {
    model: { ...regime, clusters, breaks, timeframes: [...byTimeframe.values()] },
    isOfKind,
    problems: [
      ...omittedItems([sentBreaks], breaks.length, 'Structure breaks'),
      ...omittedItems([sentClusters], clusters.length, 'Clusters'),
      ...omittedItems([sentTimeframes], byTimeframe.size, 'Timeframes'),
    ],
  }
}

/** Reads a market structure payload. */
export const readStructure = (data: unknown, key = ''): ParsedPayload<StructureModel> => readPayload(data, key, read)
