import { BIASES } from '#contract/analysis/fields.ts'
import { DIVERGENCE_TYPES, type DivergenceType } from '#contract/analysis/divergence.ts'
import { finiteNumber, oneOf, toScore, listLength, toText, humanize } from '#contract/analysis/payload-fields.ts'
import { formatChange, formatPercent } from '#src/ui/format/number.ts'
import type { Draw, Way } from './summary.ts'
import { BIAS_TONES, BIAS_WAYS } from './bias.ts'

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
  const strength = toScore(payload['strength'])
  const bias = oneOf(BIASES, payload['bias']) ?? 'neutral'
  if (type === undefined && strength === undefined) return undefined
  const [price, indicator] = WAYS[type ?? 'none']
  const move = finiteNumber(payload['expected_move'])
  const all = listLength(payload['divergences'])
  const isNone = type === undefined || type === 'none'
  return {
    kind: 'divergence',
    verdict: {
      text: isNone ? 'No divergence' : humanize(type),
      tone: BIAS_TONES[bias],
      way: BIAS_WAYS[bias],
    },
    price,
    indicator,
    indicatorName: toText(payload['indicator']) ?? 'Indicator',
    facts: [
      { label: 'Strength', value: formatPercent(strength) },
      { label: 'Expected move', value: formatChange(move) },
      { label: 'Dominant', value: humanize(toText(payload['dominant_pattern']) ?? 'none') },
      { label: 'Found', value: String(all) },
    ],
  }
}
