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
import type { Summarize, PriceLevelRow } from './summary.ts'
import { priceText, type StreamId } from './stream-id.ts'
import { BIAS_TONES, BIAS_TRENDS } from './bias.ts'

const ZONES_SHOWN = 2

/** The strongest zones, from high to low. */
function priceLevelsOf(zones: unknown, stream: StreamId): readonly PriceLevelRow[] {
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
      price: priceText(price, stream),
      tone: 'accent',
      strength,
      ...(reaction === undefined ? {} : { note: humanize(reaction) }),
    }))
}

/** Summarizes the combined signal of all timeframes and the strongest zones. */
export const summarizeConfluence: Summarize<'confluence'> = (payload, stream) => {
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
    headline: {
      text: on === undefined ? humanize(bias) : `${humanize(bias)} on ${on}`,
      tone: BIAS_TONES[bias],
      trend: BIAS_TRENDS[bias],
      note: move === undefined ? 'no expected move' : `${formatChange(move)} expected`,
    },
    ratios: [
      { label: 'Confidence', value: confidence ?? null, text: formatPercent(confidence) },
      { label: 'Strength', value: strength ?? null, text: formatPercent(strength) },
    ],
    priceLevels: priceLevelsOf(sent, stream),
    note: `${zones} confluence ${zones === 1 ? 'zone' : 'zones'}${volatility === undefined ? '' : ` · ${volatility} volatility`}`,
  }
}
