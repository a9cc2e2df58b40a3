import { formatFixed } from '../format/chart-labels.ts'

/** A support or resistance zone on the chart. Prices are in the quote currency, `from` never above `to`. */
export interface PriceZone {
  readonly id: string
  readonly kind: 'support' | 'resistance'
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

/**
 * `R 83,100.0 Strong 4×`: the kind, price, strength and touches of a zone, as far as they are known. Without room `R 4×`: the axis
 * beside it has the prices, and the line is the stronger the stronger the level.
 */
export function zoneLabel(zone: PriceZone, decimals: number, isWide: boolean): string {
  const wide = isWide ? [formatFixed(levelOf(zone), decimals), zone.strength] : []
  const touches = zone.touches === undefined ? undefined : `${zone.touches}×`
  return [zone.kind === 'support' ? 'S' : 'R', ...wide, touches].filter((part) => part !== undefined).join(' ')
}
