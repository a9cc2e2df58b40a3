import { ALIGNED_VOLATILITIES } from '#contract/analysis/cross-timeframe.ts'
import { BIASES } from '#contract/analysis/fields.ts'
import {
  toFields,
  finiteNumber,
  toList,
  oneOf,
  toScore,
  listLength,
  toText,
  toTimeframe,
  humanize,
} from '#contract/analysis/payload-fields.ts'
import { formatChange, formatPercent } from '#src/ui/format/number.ts'
import type { Draw, Rung } from './summary.ts'
import { priceText, type Subject } from './stream-id.ts'
import { BIAS_TONES, BIAS_WAYS } from './bias.ts'

const ZONES_SHOWN = 2

/** The strongest zones, from high to low. */
function rungsOf(zones: unknown, subject: Subject): readonly Rung[] {
  return toList(zones)
    .map(toFields)
    .flatMap((zone) => {
      const price = finiteNumber(zone['price_level'])
      const strength = toScore(zone['strength_score'])
      return price === undefined || strength === undefined
        ? []
        : [{ price, strength, reaction: toText(zone['expected_reaction']) }]
    })
    .toSorted((a, b) => b.strength - a.strength)
    .slice(0, ZONES_SHOWN)
    .toSorted((a, b) => b.price - a.price)
    .map(({ price, strength, reaction }, index) => ({
      label: `Zone ${index + 1}`,
      price: priceText(price, subject),
      tone: 'accent',
      strength,
      ...(reaction === undefined ? {} : { note: humanize(reaction) }),
    }))
}

/** What the timeframes say together, how strongly and how surely, and where. */
export const drawConfluence: Draw<'confluence'> = (payload, subject) => {
  const summary = toFields(payload['analysis_summary'])
  const signal = toFields(summary['overall_signal'])
  const strength = toScore(signal['strength'])
  const move = finiteNumber(signal['expected_move'])
  const confidence = toScore(toFields(payload['confidence_metrics'])['overall_confidence'])
  const sent = payload['confluence_zones']
  const zones = listLength(sent)
  if (strength === undefined && confidence === undefined && zones === 0) return undefined
  const bias = oneOf(BIASES, signal['direction']) ?? 'neutral'
  const volatility = oneOf(ALIGNED_VOLATILITIES, toFields(payload['volatility_alignment'])['volatility_regime'])
  const on = toTimeframe(summary['primary_timeframe'])
  return {
    kind: 'confluence',
    verdict: {
      text: on === undefined ? humanize(bias) : `${humanize(bias)} on ${on}`,
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
