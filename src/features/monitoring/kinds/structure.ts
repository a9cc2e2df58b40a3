import { MARKET_PHASES, type MarketPhase } from '#contract/analysis/structure.ts'
import { fieldsOf, finite, listOf, moment, oneOf, score, text, words } from '#contract/analysis/reading.ts'
import { formatPercent } from '#src/ui/format/number.ts'
import { formatDuration } from '#src/ui/format/time.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import type { Draw, Way } from './drawing.ts'
import { priceText, type Subject } from './subject.ts'

const TONES: Record<MarketPhase, Tone> = {
  bullish: 'success',
  bearish: 'danger',
  neutral: 'neutral',
  transitional: 'warning',
  ranging: 'info',
}
const WAYS: Partial<Record<MarketPhase, Way>> = { bullish: 'up', bearish: 'down' }

/** The newest break in words, or that there is none. */
function lastBreak(value: unknown, subject: Subject): string {
  const newest = Array.from(listOf(value), fieldsOf)
    .toSorted((a, b) => (moment(b['timestamp']) ?? 0) - (moment(a['timestamp']) ?? 0))
    .find((each) => text(each['break_type']) !== undefined && finite(each['price_level']) !== undefined)
  if (newest === undefined) return 'No break of structure'
  return `${words(text(newest['break_type']) ?? '')} at ${priceText(finite(newest['price_level']), subject)}`
}

/** The phase, how strong it is, and what broke last. */
export const drawStructure: Draw<'structure'> = (payload, subject) => {
  const phase = oneOf(MARKET_PHASES, payload['market_phase']) ?? oneOf(MARKET_PHASES, payload['trend'])
  const trend = score(payload['trend_strength']) ?? score(payload['structure_strength'])
  const momentum = score(payload['momentum'])
  const regime = fieldsOf(payload['market_regime'])
  if (phase === undefined && trend === undefined && momentum === undefined) return undefined
  const volatility = text(payload['volatility_regime'])
  const duration = finite(payload['regime_duration'])
  const confidence = score(regime['confidence']) ?? score(payload['regime_confidence'])
  return {
    kind: 'structure',
    verdict: {
      text: words(text(regime['regime']) ?? phase ?? 'neutral'),
      tone: TONES[phase ?? 'neutral'],
      way: WAYS[phase ?? 'neutral'] ?? 'flat',
      note: `${formatPercent(confidence)} sure`,
    },
    shares: [
      { label: 'Trend strength', value: trend ?? null, text: formatPercent(trend) },
      { label: 'Momentum', value: momentum ?? null, text: formatPercent(momentum) },
    ],
    facts: [
      ...(volatility === undefined ? [] : [{ label: 'Volatility', value: words(volatility) }]),
      ...(duration === undefined ? [] : [{ label: 'For', value: formatDuration(duration * 1000) }]),
    ],
    note: lastBreak(payload['structure_breaks'], subject),
  }
}
