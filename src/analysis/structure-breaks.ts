import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import { finiteNumber, humanize, toFields, toText, toTimeframe, toTimestamp, type Direction } from './fields.ts'

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
