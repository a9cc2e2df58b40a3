import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import type { Direction } from '../card/DirectionIcon.tsx'
import {
  toFields,
  finiteNumber,
  toTimestamp,
  toText,
  toTimeframe,
  humanize,
} from '#contract/analysis/payload-fields.ts'

export interface BreakView {
  readonly id: string
  /** Without its direction: 'Break of structure'. */
  readonly name: string
  /** `none` where the type does not contain a direction. */
  readonly direction: Direction
  readonly price: number
  readonly timeframe: AnalysisTimeframe
  /** Unix ms. */
  readonly at: number
  readonly isVolumeConfirmed: boolean
}

function directionOf(name: string): Direction {
  const lower = name.toLowerCase()
  if (lower.includes('bullish')) return 'bullish'
  return lower.includes('bearish') ? 'bearish' : 'none'
}

const withoutDirection = (name: string): string => humanize(humanize(name).replace(/^(bullish|bearish) /i, ''))

/** Reads a structure break; undefined without type, finite price, valid timeframe and timestamp. */
export function breakOf(value: unknown, index: number): BreakView | undefined {
  const sent = toFields(value)
  const name = toText(sent['break_type'])
  const price = finiteNumber(sent['price_level'])
  const on = toTimeframe(sent['timeframe'])
  const at = toTimestamp(sent['timestamp'])
  if (name === undefined || price === undefined || on === undefined || at === undefined) return undefined
  return {
    id: `break ${index}`,
    name: withoutDirection(name),
    direction: directionOf(name),
    price,
    timeframe: on,
    at,
    isVolumeConfirmed: sent['volume_confirmation'] === true,
  }
}
