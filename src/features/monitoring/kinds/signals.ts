import { fieldsOf, finite, listOf, oneOf, score, sizeOf, text, timeframe } from '#contract/analysis/reading.ts'
import { formatPercent } from '#src/ui/format/number.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import type { Draw, Rung, Way } from './drawing.ts'
import { priceText, type Subject } from './subject.ts'

const CALLS = ['BUY', 'SELL', 'HOLD'] as const
type Call = (typeof CALLS)[number]
const TONES: Record<Call, Tone> = { BUY: 'success', SELL: 'danger', HOLD: 'neutral' }
const WAYS: Record<Call, Way> = { BUY: 'up', SELL: 'down', HOLD: 'flat' }

function rung(label: string, value: unknown, tone: Tone, subject: Subject): readonly Rung[] {
  const price = finite(value)
  return price === undefined ? [] : [{ label, price: priceText(price, subject), tone }]
}

/** The newest call with its prices. A payload is a list of signals or one signal. */
export const drawSignals: Draw<'signals'> = (payload, subject) => {
  const hasList = Array.isArray(payload['signals'])
  const sent = sizeOf(payload['signals'])
  const signal = hasList ? fieldsOf(listOf(payload['signals'])[0]) : payload
  const told = text(signal['signal_type']) ?? text(signal['type'])
  const confidence = score(signal['confidence'])
  if (told === undefined && confidence === undefined) {
    if (!hasList) return undefined
    const share = { label: 'Confidence', value: null, text: 'N/A' }
    return { kind: 'signals', verdict: { text: 'No signals', tone: 'neutral' }, share, rungs: [], note: '' }
  }
  const call = oneOf(CALLS, told)
  const facts = [timeframe(signal['timeframe']), text(signal['source'])]
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
