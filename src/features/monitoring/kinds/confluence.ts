import { ALIGNED_VOLATILITIES } from '#contract/analysis/cross-timeframe.ts'
import { BIASES } from '#contract/analysis/fields.ts'
import { fieldsOf, finite, listOf, oneOf, score, sizeOf, text, timeframe, words } from '#contract/analysis/reading.ts'
import { formatChange, formatPercent } from '#src/ui/format/number.ts'
import type { Draw, Rung } from './drawing.ts'
import { priceText, type Subject } from './subject.ts'
import { BIAS_TONES, BIAS_WAYS } from './tones.ts'

const ZONES_SHOWN = 2

/** The strongest zones, from high to low. */
function rungsOf(zones: unknown, subject: Subject): readonly Rung[] {
  return listOf(zones)
    .map(fieldsOf)
    .flatMap((zone) => {
      const price = finite(zone['price_level'])
      const strength = score(zone['strength_score'])
      return price === undefined || strength === undefined
        ? []
        : [{ price, strength, reaction: text(zone['expected_reaction']) }]
    })
    .toSorted((a, b) => b.strength - a.strength)
    .slice(0, ZONES_SHOWN)
    .toSorted((a, b) => b.price - a.price)
    .map(({ price, strength, reaction }, index) => ({
      label: `Zone ${index + 1}`,
      price: priceText(price, subject),
      tone: 'accent',
      strength,
      ...(reaction === undefined ? {} : { note: words(reaction) }),
    }))
}

/** What the timeframes say together, how strongly and how surely, and where. */
export const drawConfluence: Draw<'confluence'> = (payload, subject) => {
  const summary = fieldsOf(payload['analysis_summary'])
  const signal = fieldsOf(summary['overall_signal'])
  const strength = score(signal['strength'])
  const move = finite(signal['expected_move'])
  const confidence = score(fieldsOf(payload['confidence_metrics'])['overall_confidence'])
  const sent = payload['confluence_zones']
  const zones = sizeOf(sent)
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
    rungs: rungsOf(sent, subject),
    note: `${zones} confluence ${zones === 1 ? 'zone' : 'zones'}${volatility === undefined ? '' : ` · ${volatility} volatility`}`,
  }
}
