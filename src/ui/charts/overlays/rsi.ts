import { line, type Overlay } from './overlay.ts'

/** Relative strength index of 14 candles, overbought above 70 and oversold below 30. */
export const rsi: Overlay = {
  id: 'rsi',
  label: 'RSI',
  pane: { min: 0, max: 100, guides: [30, 70] },
  series: ({ accent }) => [line('RSI 14', 'rsi_14', accent)],
}
