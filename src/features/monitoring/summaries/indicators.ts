import { INDICATOR } from '#contract/limits.ts'
import type { IndicatorsModel } from '#src/analysis/indicators.ts'
import { formatNumber, formatPrice } from '#src/ui/format/number.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import type { KeyValue, Summarize } from './summary.ts'

function rsiTone(rsi: number | undefined): Tone {
  if (rsi === undefined) return 'neutral'
  return rsi > INDICATOR.rsiHigh ? 'danger' : rsi < INDICATOR.rsiLow ? 'success' : 'neutral'
}

function valueRow(label: string, value: number | undefined, text: string): readonly KeyValue[] {
  return value === undefined ? [] : [{ label, value: text }]
}

/** Summarizes indicators: RSI for a scale, and other values. */
export const summarizeIndicators: Summarize<'indicators', IndicatorsModel> = ({ values, activeCount }, { pair }) => {
  const { rsi14, macdLine, adx, atr14, ema21, vwap, stochasticK } = values
  const macdTone = macdLine !== undefined && macdLine > 0 ? 'success' : 'danger'
  return {
    kind: 'indicators',
    rsi: rsi14 === undefined ? undefined : Math.min(100, Math.max(0, rsi14)),
    rsiText: formatNumber(rsi14, 1),
    tone: rsiTone(rsi14),
    values: [
      ...valueRow('MACD', macdLine, formatNumber(macdLine, 3)).map((row) => ({ ...row, tone: macdTone }) as const),
      ...valueRow('ADX', adx, formatNumber(adx, 1)),
      ...valueRow('ATR(14)', atr14, formatPrice(atr14, pair)),
      ...valueRow('EMA(21)', ema21, formatPrice(ema21, pair)),
      ...valueRow('VWAP', vwap, formatPrice(vwap, pair)),
      ...valueRow('Stochastic %K', stochasticK, formatNumber(stochasticK, 1)),
    ],
    note: `${activeCount} active ${activeCount === 1 ? 'indicator' : 'indicators'}`,
  }
}
