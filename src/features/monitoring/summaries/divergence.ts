import type { DivergenceType } from '#contract/payloads/divergence.ts'
import type { DivergenceModel } from '#src/analysis/divergence.ts'
import { humanize } from '#src/analysis/fields.ts'
import { MEANINGS } from '#src/analysis/meanings.ts'
import { divergenceRecord } from '#src/analysis/records.ts'
import { formatMoveSize, formatPercent } from '#src/ui/format/number.ts'
import { BIAS_TONES } from '#src/ui/theme/market-tones.ts'
import { recordNote, trendOf, type Summarize, type Trend } from './summary.ts'

/** Directions of price and indicator: a regular bullish divergence is a lower price with a higher indicator. */
const TRENDS: Record<DivergenceType, readonly [price: Trend, indicator: Trend]> = {
  regular_bullish: ['down', 'up'],
  regular_bearish: ['up', 'down'],
  hidden_bullish: ['up', 'down'],
  hidden_bearish: ['down', 'up'],
  none: ['flat', 'flat'],
}

/** Summarizes a divergence of price and indicator. */
export const summarizeDivergence: Summarize<'divergence', DivergenceModel> = (model, { pair }, records) => {
  const { type, bias, strength, expectedMove, dominantPattern, count } = model
  const [price, indicator] = TRENDS[type]
  return {
    kind: 'divergence',
    headline: {
      text: type === 'none' ? 'No divergence' : humanize(type),
      tone: BIAS_TONES[bias],
      trend: trendOf(bias),
    },
    price,
    indicator,
    indicatorName: model.indicator ?? 'Indicator',
    values: [
      { label: 'Strength', value: formatPercent(strength), meaning: MEANINGS.divergence.Strength },
      { label: 'Expected move', value: formatMoveSize(expectedMove), meaning: MEANINGS.divergence['Expected move'] },
      { label: 'Dominant', value: humanize(dominantPattern ?? 'none') },
      { label: 'Found', value: String(count) },
    ],
    ...recordNote(divergenceRecord(records, pair, model), ''),
  }
}
