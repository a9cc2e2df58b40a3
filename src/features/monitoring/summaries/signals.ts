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
import type { Summarize, PriceLevelRow, Trend } from './summary.ts'
import { priceText, type StreamId } from './stream-id.ts'

const CALLS = ['BUY', 'SELL', 'HOLD'] as const
type Call = (typeof CALLS)[number]
const TONES: Record<Call, Tone> = { BUY: 'success', SELL: 'danger', HOLD: 'neutral' }
const TRENDS: Record<Call, Trend> = { BUY: 'up', SELL: 'down', HOLD: 'flat' }

function priceLevel(label: string, value: unknown, tone: Tone, stream: StreamId): readonly PriceLevelRow[] {
  const price = finiteNumber(value)
  return price === undefined ? [] : [{ label, price: priceText(price, stream), tone }]
}

/** Summarizes the newest signal with its prices. A payload is a list of signals or a single one. */
export const summarizeSignals: Summarize<'signals'> = (payload, stream) => {
  const hasList = Array.isArray(payload['signals'])
  const sent = listLength(payload['signals'])
  const signal = hasList ? toFields(toList(payload['signals'])[0]) : payload
  const sentType = toText(signal['signal_type']) ?? toText(signal['type'])
  const confidence = toScore(signal['confidence'])
  if (sentType === undefined && confidence === undefined) {
    if (!hasList) return undefined
    const ratio = { label: 'Confidence', value: null, text: 'N/A' }
    return { kind: 'signals', headline: { text: 'No signals', tone: 'neutral' }, ratio, priceLevels: [], note: '' }
  }
  const call = oneOf(CALLS, sentType)
  const details = [toTimeframe(signal['timeframe']), toText(signal['source'])]
  const more = sent > 1 ? `${sent - 1} more` : undefined
  return {
    kind: 'signals',
    headline: { text: call ?? sentType ?? 'Signal', tone: TONES[call ?? 'HOLD'], trend: TRENDS[call ?? 'HOLD'] },
    ratio: { label: 'Confidence', value: confidence ?? null, text: formatPercent(confidence) },
    priceLevels: [
      ...priceLevel('Take profit', signal['take_profit'], 'success', stream),
      ...priceLevel('Entry', signal['entry_price'] ?? signal['price_level'], 'neutral', stream),
      ...priceLevel('Stop loss', signal['stop_loss'], 'danger', stream),
    ],
    note: [...details, more].filter((each) => each !== undefined).join(' · '),
  }
}
