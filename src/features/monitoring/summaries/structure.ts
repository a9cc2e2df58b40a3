import { humanize } from '#src/analysis/fields.ts'
import type { StructureModel } from '#src/analysis/structure.ts'
import { formatPercent, formatPrice } from '#src/ui/format/number.ts'
import { formatDuration } from '#src/ui/format/time.ts'
import { PHASE_TONES } from '#src/ui/theme/market-tones.ts'
import { scoreRatio, trendOf, type Summarize } from './summary.ts'

/** Summarizes market structure: phase, strength and latest break. */
export const summarizeStructure: Summarize<'structure', StructureModel> = (model, { pair }) => {
  const { phase, regime, confidence, trendStrength, momentum, volatility, regimeDuration } = model
  const [newest] = model.breaks
  return {
    kind: 'structure',
    headline: {
      text: regime,
      tone: PHASE_TONES[phase],
      trend: trendOf(phase),
      note: `${formatPercent(confidence)} confidence`,
    },
    ratios: [scoreRatio('Trend strength', trendStrength), scoreRatio('Momentum', momentum)],
    values: [
      ...(volatility === undefined ? [] : [{ label: 'Volatility', value: humanize(volatility) }]),
      ...(regimeDuration === undefined ? [] : [{ label: 'Duration', value: formatDuration(regimeDuration * 1000) }]),
    ],
    note: newest === undefined ? 'No break of structure' : `${newest.fullName} at ${formatPrice(newest.price, pair)}`,
  }
}
