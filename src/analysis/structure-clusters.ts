import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import { finiteNumber, oneOf, toFields, toScore, toTimeframe } from './fields.ts'
import type { BreakModel } from './structure-breaks.ts'

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
export function readCluster(value: unknown, index: number, breaks: readonly BreakModel[]): ClusterModel | undefined {
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
