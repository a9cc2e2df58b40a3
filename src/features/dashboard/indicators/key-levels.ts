import { INDICATOR } from '#contract/limits.ts'
import type { Snapshot } from '#src/analysis/indicators.ts'
import type { PayloadHeader } from '#src/analysis/payload.ts'
import { formatNumber, formatPrice } from '#src/ui/format/number.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'

/** An indicator beyond its normal range, or one that is always listed. */
export interface KeyLevel {
  readonly name: 'RSI(14)' | 'MACD' | 'ADX' | 'VWAP'
  readonly value: string
  readonly tone: Tone
}

/** Key levels of a snapshot, formatted. */
export function keyLevelsOf(
  { rsi14, macdLine, adx, vwap }: Snapshot,
  pair: PayloadHeader['pair'],
): readonly KeyLevel[] {
  const levels: KeyLevel[] = []
  if (rsi14 !== undefined && rsi14 > INDICATOR.rsiHigh)
    levels.push({ name: 'RSI(14)', value: formatNumber(rsi14, 1), tone: 'danger' })
  if (rsi14 !== undefined && rsi14 < INDICATOR.rsiLow)
    levels.push({ name: 'RSI(14)', value: formatNumber(rsi14, 1), tone: 'success' })
  if (macdLine !== undefined && Math.abs(macdLine) > INDICATOR.macdShown)
    levels.push({ name: 'MACD', value: formatNumber(macdLine, 3), tone: macdLine > 0 ? 'success' : 'danger' })
  if (adx !== undefined && adx > INDICATOR.adxShown)
    levels.push({ name: 'ADX', value: formatNumber(adx, 1), tone: 'info' })
  if (vwap !== undefined) levels.push({ name: 'VWAP', value: formatPrice(vwap, pair), tone: 'neutral' })
  return levels
}
