import { ALIGNED_VOLATILITIES } from '#contract/analysis/cross-timeframe.ts'
import { BIASES } from '#contract/analysis/fields.ts'
import { fieldsOf, finite, listOf, oneOf, score, timeframe, words } from '#contract/analysis/reading.ts'
import { formatChange, formatPercent } from '#src/ui/format/number.ts'
import type { Draw } from './drawing.ts'
import { BIAS_TONES, BIAS_WAYS } from './tones.ts'

/** What the timeframes say together, how strongly and how surely. */
export const drawConfluence: Draw<'confluence'> = (payload) => {
  const summary = fieldsOf(payload['analysis_summary'])
  const signal = fieldsOf(summary['overall_signal'])
  const strength = score(signal['strength'])
  const move = finite(signal['expected_move'])
  const confidence = score(fieldsOf(payload['confidence_metrics'])['overall_confidence'])
  const zones = listOf(payload['confluence_zones']).length
  if (strength === undefined && confidence === undefined && zones === 0) return undefined
  const bias = oneOf(BIASES, signal['direction']) ?? 'neutral'
  const volatility = oneOf(ALIGNED_VOLATILITIES, fieldsOf(payload['volatility_alignment'])['volatility_regime'])
  const on = timeframe(summary['primary_timeframe'])
  return {
    kind: 'confluence',
    verdict: {
      text: on === undefined ? words(bias) : `${words(bias)} on ${on}`,
      tone: BIAS_TONES[bias],
      way: BIAS_WAYS[bias],
      note: move === undefined ? 'no expected move' : `${formatChange(move)} expected`,
    },
    shares: [
      { label: 'Confidence', value: confidence ?? null, text: formatPercent(confidence) },
      { label: 'Strength', value: strength ?? null, text: formatPercent(strength) },
    ],
    note: `${zones} confluence ${zones === 1 ? 'zone' : 'zones'}${volatility === undefined ? '' : ` · ${volatility} volatility`}`,
  }
}
