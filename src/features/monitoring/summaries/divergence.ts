import { BIASES } from '#contract/analysis/fields.ts'
import { DIVERGENCE_TYPES, type DivergenceType } from '#contract/analysis/divergence.ts'
import { finiteNumber, oneOf, toScore, listLength, toText, humanize } from '#contract/analysis/payload-fields.ts'
import { formatChange, formatPercent } from '#src/ui/format/number.ts'
import type { Summarize, Trend } from './summary.ts'
import { BIAS_TONES, BIAS_TRENDS } from './bias.ts'

/** Directions of price and indicator: a regular bullish divergence is a lower price with a higher indicator. */
const TRENDS: Record<DivergenceType, readonly [price: Trend, indicator: Trend]> = {
  regular_bullish: ['down', 'up'],
  regular_bearish: ['up', 'down'],
  hidden_bullish: ['up', 'down'],
  hidden_bearish: ['down', 'up'],
  none: ['flat', 'flat'],
}

/** Summarizes a divergence of price and indicator. */
export const summarizeDivergence: Summarize<'divergence'> = (payload) => {
  const type = oneOf(DIVERGENCE_TYPES, payload['divergence_type'])
  const strength = toScore(payload['strength'])
  const bias = oneOf(BIASES, payload['bias']) ?? 'neutral'
  if (type === undefined && strength === undefined) return undefined
  const [price, indicator] = TRENDS[type ?? 'none']
  const move = finiteNumber(payload['expected_move'])
  const all = listLength(payload['divergences'])
  const isNone = type === undefined || type === 'none'
  return {
    kind: 'divergence',
    headline: {
      text: isNone ? 'No divergence' : humanize(type),
      tone: BIAS_TONES[bias],
      trend: BIAS_TRENDS[bias],
    },
    price,
    indicator,
    indicatorName: toText(payload['indicator']) ?? 'Indicator',
    values: [
      { label: 'Strength', value: formatPercent(strength) },
      { label: 'Expected move', value: formatChange(move) },
      { label: 'Dominant', value: humanize(toText(payload['dominant_pattern']) ?? 'none') },
      { label: 'Found', value: String(all) },
    ],
  }
}
