import { MARKET_PHASES, type MarketPhase } from '#contract/analysis/structure.ts'
import {
  toFields,
  finiteNumber,
  toList,
  toTimestamp,
  oneOf,
  toScore,
  toText,
  humanize,
} from '#contract/analysis/payload-fields.ts'
import { formatPercent } from '#src/ui/format/number.ts'
import { formatDuration } from '#src/ui/format/time.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import type { Summarize, Trend } from './summary.ts'
import { priceText, type StreamId } from './stream-id.ts'

const TONES: Record<MarketPhase, Tone> = {
  bullish: 'success',
  bearish: 'danger',
  neutral: 'neutral',
  transitional: 'warning',
  ranging: 'info',
}
const TRENDS: Partial<Record<MarketPhase, Trend>> = { bullish: 'up', bearish: 'down' }

/** Text of the newest structure break. */
function lastBreak(value: unknown, stream: StreamId): string {
  const newest = Array.from(toList(value), toFields)
    .toSorted((a, b) => (toTimestamp(b['timestamp']) ?? 0) - (toTimestamp(a['timestamp']) ?? 0))
    .find((each) => toText(each['break_type']) !== undefined && finiteNumber(each['price_level']) !== undefined)
  if (newest === undefined) return 'No break of structure'
  return `${humanize(toText(newest['break_type']) ?? '')} at ${priceText(finiteNumber(newest['price_level']), stream)}`
}

/** Summarizes market structure: phase, strength and latest break. */
export const summarizeStructure: Summarize<'structure'> = (payload, stream) => {
  const phase = oneOf(MARKET_PHASES, payload['market_phase']) ?? oneOf(MARKET_PHASES, payload['trend'])
  const trend = toScore(payload['trend_strength']) ?? toScore(payload['structure_strength'])
  const momentum = toScore(payload['momentum'])
  const regime = toFields(payload['market_regime'])
  if (phase === undefined && trend === undefined && momentum === undefined) return undefined
  const volatility = toText(payload['volatility_regime'])
  const duration = finiteNumber(payload['regime_duration'])
  const confidence = toScore(regime['confidence']) ?? toScore(payload['regime_confidence'])
  return {
    kind: 'structure',
    headline: {
      text: humanize(toText(regime['regime']) ?? phase ?? 'neutral'),
      tone: TONES[phase ?? 'neutral'],
      trend: TRENDS[phase ?? 'neutral'] ?? 'flat',
      note: `${formatPercent(confidence)} confidence`,
    },
    ratios: [
      { label: 'Trend strength', value: trend ?? null, text: formatPercent(trend) },
      { label: 'Momentum', value: momentum ?? null, text: formatPercent(momentum) },
    ],
    values: [
      ...(volatility === undefined ? [] : [{ label: 'Volatility', value: humanize(volatility) }]),
      ...(duration === undefined ? [] : [{ label: 'Duration', value: formatDuration(duration * 1000) }]),
    ],
    note: lastBreak(payload['structure_breaks'], stream),
  }
}
