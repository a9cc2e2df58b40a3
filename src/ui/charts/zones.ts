import { formatFixed } from '../format/chart-labels.ts'

/** A support or resistance zone on the chart. Prices are in the quote currency, `from` never above `to`. */
export interface PriceZone {
  readonly id: string
  readonly kind: 'support' | 'resistance'
  /** Of the level, in the list beside the chart, which has its price: `R1`. Undefined where there is no such list. */
  readonly name?: string
  readonly from: number
  readonly to: number
  /** The level inside the zone; its middle if absent. */
  readonly price?: number
  /** Weak, Moderate, Strong or Critical; anything else is the most transparent. */
  readonly strength?: string
  /** How often the price came to the level. */
  readonly touches?: number
}

/** Draw filled zones with their level, levels only, or neither. */
export type ZoneMode = 'zones' | 'lines' | 'off'

const OPACITY = new Map(Object.entries({ Critical: 0.9, Strong: 0.8, Moderate: 0.6, Weak: 0.4 }))
const OTHER_OPACITY = 0.3
const FILL_SHARE = 0.3

/** Line opacity by strength; the fill has 30 % of it. */
export function zoneOpacity(strength: string | undefined): { readonly line: number; readonly fill: number } {
  const line = OPACITY.get(strength ?? '') ?? OTHER_OPACITY
  return { line, fill: line * FILL_SHARE }
}

/** Weak levels are the most numerous and say the least; they are drawn on request only. */
export const isWeak = ({ strength }: PriceZone): boolean => strength === 'Weak'

export const levelOf = (zone: PriceZone): number => zone.price ?? (zone.from + zone.to) / 2

const priceOf = (zone: PriceZone, decimals: number): string => formatFixed(levelOf(zone), decimals)

/** `R1 Strong 4×`: the name or kind of a zone, and what is given of it. */
function described(zone: PriceZone, details: readonly (string | undefined)[]): string {
  const { name = zone.kind === 'support' ? 'S' : 'R', touches } = zone
  const parts = [name, ...details, touches === undefined ? undefined : `${touches}×`]
  return parts.filter((part) => part !== undefined).join(' ')
}

/**
 * `R1 Strong 4×`, or without a name `R 83,100.0 Strong 4×`. Without room `R1 4×`: the axis beside it has the prices, and the line
 * is the stronger the stronger the level.
 */
export const zoneLabel = (zone: PriceZone, decimals: number, isWide: boolean): string =>
  described(zone, isWide ? [zone.name === undefined ? priceOf(zone, decimals) : undefined, zone.strength] : [])

/** `R1 83,100.0 Strong 4×   83,050.0 to 83,150.0`: all that is known of a zone. */
export const zoneText = (zone: PriceZone, decimals: number): string =>
  `${described(zone, [priceOf(zone, decimals), zone.strength])}   ${formatFixed(zone.from, decimals)} to ${formatFixed(zone.to, decimals)}`
