import { humanize } from '#src/analysis/fields.ts'
import { MEANINGS } from '#src/analysis/meanings.ts'
import { phaseRecord } from '#src/analysis/records.ts'
import type { StructureModel } from '#src/analysis/structure.ts'
import { meaningText } from '#src/ui/data/meaning.ts'
import { formatPercent, formatPrice, NOT_AVAILABLE } from '#src/ui/format/number.ts'
import { formatDuration } from '#src/ui/format/time.ts'
import { PHASE_TONES } from '#src/ui/theme/market-tones.ts'
import { recordNote, scoreRatio, trendOf, type Summarize } from './summary.ts'

/** Summarizes market structure: phase, strength and latest break. */
export const summarizeStructure: Summarize<'structure', StructureModel> = (model, { pair }, records) => {
  const { phase, regime, confidence, trendStrength, momentum, volatility, regimeDuration } = model
  const [newest] = model.breaks
  return {
    kind: 'structure',
    headline: {
      text: regime,
      tone: PHASE_TONES[phase],
      trend: trendOf(phase),
      note: confidence === undefined ? NOT_AVAILABLE : `${formatPercent(confidence)} to last an hour`,
      noteTitle: meaningText(MEANINGS.structure.Confidence),
    },
    ratios: [
      scoreRatio('Trend strength', trendStrength, MEANINGS.structure['Trend strength']),
      scoreRatio('Momentum', momentum, MEANINGS.structure.Momentum),
    ],
    values: [
      ...(volatility === undefined ? [] : [{ label: 'Volatility', value: humanize(volatility) }]),
      ...(regimeDuration === undefined ? [] : [{ label: 'Duration', value: formatDuration(regimeDuration * 1000) }]),
    ],
    ...recordNote(
      phaseRecord(records, pair, model),
      newest === undefined ? 'No break of structure' : `${newest.fullName} at ${formatPrice(newest.price, pair)}`,
    ),
  }
}
