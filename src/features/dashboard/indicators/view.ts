import { INDICATOR } from '#contract/limits.ts'
import { DEFAULT_TIMEFRAME, parseTimeframe, type Timeframe } from '#contract/timeframes.ts'
import { formatNumber, formatPrice } from '#src/ui/format/number.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { toText, type Fields } from '#contract/analysis/payload-fields.ts'
import { readPayload, type PayloadHeader, type CardModel } from '../payload/card-model.ts'
import { momentumOf, trendOf, volatilityOf, type GaugeScore } from './scores.ts'
import { activeCount, INDICATOR_NAMES, snapshotOf, type Snapshot } from './snapshot.ts'

export interface KeyLevel {
  readonly name: 'RSI(14)' | 'MACD' | 'ADX' | 'VWAP'
  readonly value: string
  readonly tone: Tone
}

/** `empty`: a snapshot without indicators; `invalid`: not a snapshot. */
export type IndicatorsView =
  | { readonly kind: 'empty' | 'invalid' }
  | {
      readonly kind: 'ready'
      readonly timeframe: Timeframe
      readonly momentum: GaugeScore | undefined
      readonly trend: GaugeScore | undefined
      readonly volatility: GaugeScore | undefined
      readonly keyLevels: readonly KeyLevel[]
      readonly active: number
    }

function keyLevelsOf({ rsi14, macdLine, adx, vwap }: Snapshot, header: PayloadHeader): readonly KeyLevel[] {
  const levels: KeyLevel[] = []
  if (rsi14 !== undefined && rsi14 > INDICATOR.rsiHigh)
    levels.push({ name: 'RSI(14)', value: formatNumber(rsi14, 1), tone: 'danger' })
  if (rsi14 !== undefined && rsi14 < INDICATOR.rsiLow)
    levels.push({ name: 'RSI(14)', value: formatNumber(rsi14, 1), tone: 'success' })
  if (macdLine !== undefined && Math.abs(macdLine) > INDICATOR.macdShown)
    levels.push({ name: 'MACD', value: formatNumber(macdLine, 3), tone: macdLine > 0 ? 'success' : 'danger' })
  if (adx !== undefined && adx > INDICATOR.adxShown)
    levels.push({ name: 'ADX', value: formatNumber(adx, 1), tone: 'info' })
  if (vwap !== undefined) levels.push({ name: 'VWAP', value: formatPrice(vwap, header.pair), tone: 'neutral' })
  return levels
}

const SNAPSHOT_FIELDS = ['timeframe', 'timestamp', 'trading_pair'] as const

function viewOf(payload: Fields, header: PayloadHeader): IndicatorsView {
  const snapshot = snapshotOf(payload)
  const active = activeCount(snapshot)
  if (active === 0) {
    const hasUnreadable = INDICATOR_NAMES.some((name) => payload[name] !== undefined && payload[name] !== null)
    const isSnapshot = SNAPSHOT_FIELDS.some((name) => Object.hasOwn(payload, name))
    return { kind: hasUnreadable || !isSnapshot ? 'invalid' : 'empty' }
  }
  return {
    kind: 'ready',
    timeframe: parseTimeframe(toText(payload['timeframe']) ?? '') ?? DEFAULT_TIMEFRAME,
    momentum: momentumOf(snapshot),
    trend: trendOf(snapshot),
    volatility: volatilityOf(snapshot),
    keyLevels: keyLevelsOf(snapshot, header),
    active,
  }
}

/** Reads an indicator payload into its card's model. Without a view the message could not be read. */
export const readIndicators = (data: unknown, key = ''): CardModel<IndicatorsView> =>
  readPayload(data, key, (payload, header) => ({ view: viewOf(payload, header), problems: [] }))
