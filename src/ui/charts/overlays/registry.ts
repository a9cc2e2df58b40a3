import { indicatorOverlay } from '../indicators/kinds.ts'
import { comparisonOverlay } from './comparison.ts'
import { bars, line, type Overlay } from './overlay.ts'

/** Everything that can be drawn on the chart, in the order of the menu; panes are in this order from top to bottom. */
export const OVERLAYS: readonly Overlay[] = [
  {
    id: 'ema',
    label: 'Moving averages',
    series: ({ info, warning, accent }) => [
      line('EMA 9', 'ema_9', info),
      line('EMA 21', 'ema_21', warning),
      line('EMA 100', 'ema_100', accent),
    ],
  },
  // The mean of 20 closes, and two standard deviations around it.
  {
    id: 'bollinger',
    label: 'Bollinger Bands',
    series: ({ label }) => [
      line('BB upper', 'bollinger_upper', label),
      line('BB middle', 'bollinger_middle', label, { type: 'dashed' }),
      line('BB lower', 'bollinger_lower', label),
    ],
  },
  // Since 00:00 UTC.
  {
    id: 'vwap',
    label: 'VWAP',
    series: ({ text }) => [{ ...line('VWAP', 'vwap', text, { type: [2, 2] }), isDaily: true }],
  },
  {
    id: 'rsi',
    label: 'RSI',
    // Overbought above 70, oversold below 30.
    pane: { unit: 'points', min: 0, max: 100, guides: [30, 70] },
    series: ({ accent }) => [line('RSI 14', 'rsi_14', accent)],
  },
  // Of 12, 26 and 9 candles.
  {
    id: 'macd',
    label: 'MACD',
    pane: { unit: 'price', guides: [0] },
    series: ({ up, down, info, warning }) => [
      bars('Histogram', 'macd_histogram', up, down),
      line('MACD', 'macd_line', info),
      line('Signal', 'macd_signal', warning),
    ],
  },
  // What the analysis found, and what one's own strategies decided, at the candles it happened on.
  { id: 'patterns', label: 'Patterns', marks: 'pattern' },
  { id: 'breaks', label: 'Structure breaks', marks: 'break' },
  { id: 'divergences', label: 'Divergences', marks: 'divergence' },
  { id: 'decisions', label: 'My decisions', marks: 'decision' },
  { id: 'paper', label: 'My paper trades', marks: 'paper' },
]

/** Those with the given ids: first those of the menu in its order, then the indicators that the user has set and the pairs compared with, in theirs. */
export const overlaysOf = (ids: readonly string[]): readonly Overlay[] => [
  ...OVERLAYS.filter(({ id }) => ids.includes(id)),
  ...ids.flatMap((id) => indicatorOverlay(id) ?? comparisonOverlay(id) ?? []),
]
