import {
  toFields,
  finiteNumber,
  toList,
  oneOf,
  toScore,
  listLength,
  toText,
  toTimeframe,
} from '#contract/analysis/payload-fields.ts'
import { formatPercent } from '#src/ui/format/number.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import type { Draw, Rung, Way } from './summary.ts'
import { priceText, type Subject } from './stream-id.ts'

const CALLS = ['BUY', 'SELL', 'HOLD'] as const
type Call = (typeof CALLS)[number]
const TONES: Record<Call, Tone> = { BUY: 'success', SELL: 'danger', HOLD: 'neutral' }
const WAYS: Record<Call, Way> = { BUY: 'up', SELL: 'down', HOLD: 'flat' }

function rung(label: string, value: unknown, tone: Tone, subject: Subject): readonly Rung[] {
  const price = finiteNumber(value)
  return price === undefined ? [] : [{ label, price: priceText(price, subject), tone }]
}

/** The newest call with its prices. A payload is a list of signals or one signal. */
export const drawSignals: Draw<'signals'> = (payload, subject) => {
  const hasList = Array.isArray(payload['signals'])
  const sent = listLength(payload['signals'])
  const signal = hasList ? toFields(toList(payload['signals'])[0]) : payload
  const told = toText(signal['signal_type']) ?? toText(signal['type'])
  const confidence = toScore(signal['confidence'])
  if (told === undefined && confidence === undefined) {
    if (!hasList) return undefined
    const share = { label: 'Confidence', value: null, text: 'N/A' }
    return { kind: 'signals', verdict: { text: 'No signals', tone: 'neutral' }, share, rungs: [], note: '' }
  }
  const call = oneOf(CALLS, told)
  const facts = [toTimeframe(signal['timeframe']), toText(signal['source'])]
  const more = sent > 1 ? `${sent - 1} more` : undefined
  return {
    kind: 'signals',
    verdict: { text: call ?? told ?? 'Signal', tone: TONES[call ?? 'HOLD'], way: WAYS[call ?? 'HOLD'] },
    share: { label: 'Confidence', value: confidence ?? null, text: formatPercent(confidence) },
    rungs: [
      ...rung('Take profit', signal['take_profit'], 'success', subject),
      ...rung('Entry', signal['entry_price'] ?? signal['price_level'], 'neutral', subject),
      ...rung('Stop loss', signal['stop_loss'], 'danger', subject),
    ],
    note: [...facts, more].filter((each) => each !== undefined).join(' · '),
  }
}
