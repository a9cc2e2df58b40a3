import type { Call, SignalsModel } from '#src/analysis/signals.ts'
import { MEANINGS } from '#src/analysis/meanings.ts'
import { formatPrice } from '#src/ui/format/number.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { scoreRatio, type Summarize, type Trend } from './summary.ts'

const TONES: Record<Call, Tone> = { BUY: 'success', SELL: 'danger', HOLD: 'neutral' }
const TRENDS: Record<Call, Trend> = { BUY: 'up', SELL: 'down', HOLD: 'flat' }

/** Summarizes the newest signal with its prices. */
export const summarizeSignals: Summarize<'signals', SignalsModel> = ({ newest, count }, { pair }) => {
  const ratio = scoreRatio('Confidence', newest?.confidence, MEANINGS.signals.Confidence)
  if (newest === undefined)
    return { kind: 'signals', headline: { text: 'No signals', tone: 'neutral' }, ratio, priceLevels: [], note: '' }
  const { call = 'HOLD', timeframe, source } = newest
  const prices = [
    { label: 'Take profit', price: newest.takeProfit, tone: 'success' },
    { label: 'Entry', price: newest.entry, tone: 'neutral' },
    { label: 'Stop loss', price: newest.stopLoss, tone: 'danger' },
  ] as const
  return {
    kind: 'signals',
    headline: { text: newest.call ?? newest.type ?? 'Signal', tone: TONES[call], trend: TRENDS[call] },
    ratio,
    priceLevels: prices.flatMap(({ price, ...row }) =>
      price === undefined ? [] : [{ ...row, price: formatPrice(price, pair) }],
    ),
    note: [timeframe, source, count > 1 ? `${count - 1} more` : undefined]
      .filter((each) => each !== undefined)
      .join(' · '),
  }
}
