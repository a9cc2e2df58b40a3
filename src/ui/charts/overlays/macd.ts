import { bars, line, type Overlay } from './overlay.ts'

/** Moving average convergence/divergence of 12, 26 and 9 candles. */
export const macd: Overlay = {
  id: 'macd',
  label: 'MACD',
  pane: { guides: [0] },
  series: ({ up, down, info, warning }) => [
    bars('Histogram', 'macd_histogram', up, down),
    line('MACD', 'macd_line', info),
    line('Signal', 'macd_signal', warning),
  ],
}
