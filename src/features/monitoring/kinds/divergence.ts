import { BIASES } from '#contract/analysis/fields.ts'
import { DIVERGENCE_TYPES, type DivergenceType } from '#contract/analysis/divergence.ts'
import { finite, oneOf, score, sizeOf, text, words } from '#contract/analysis/reading.ts'
import { formatChange, formatPercent } from '#src/ui/format/number.ts'
import type { Draw, Way } from './drawing.ts'
import { BIAS_TONES, BIAS_WAYS } from './tones.ts'

/** How price and indicator go apart: a regular bullish one is a lower price on a higher indicator. */
const WAYS: Record<DivergenceType, readonly [price: Way, indicator: Way]> = {
  regular_bullish: ['down', 'up'],
  regular_bearish: ['up', 'down'],
  hidden_bullish: ['up', 'down'],
  hidden_bearish: ['down', 'up'],
  none: ['flat', 'flat'],
}

/** Price and indicator drawn as they part. */
export const drawDivergence: Draw<'divergence'> = (payload) => {
  const type = oneOf(DIVERGENCE_TYPES, payload['divergence_type'])
  const strength = score(payload['strength'])
  const bias = oneOf(BIASES, payload['bias']) ?? 'neutral'
  if (type === undefined && strength === undefined) return undefined
  const [price, indicator] = WAYS[type ?? 'none']
  const move = finite(payload['expected_move'])
  const all = sizeOf(payload['divergences'])
  const isNone = type === undefined || type === 'none'
  return {
    kind: 'divergence',
    verdict: {
      text: isNone ? 'No divergence' : words(type),
      tone: BIAS_TONES[bias],
      way: BIAS_WAYS[bias],
    },
    price,
    indicator,
    indicatorName: text(payload['indicator']) ?? 'Indicator',
    facts: [
      { label: 'Strength', value: formatPercent(strength) },
      { label: 'Expected move', value: formatChange(move) },
      { label: 'Dominant', value: words(text(payload['dominant_pattern']) ?? 'none') },
      { label: 'Found', value: String(all) },
    ],
  }
}
