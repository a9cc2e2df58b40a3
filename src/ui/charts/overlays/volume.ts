import { bars, type Overlay } from './overlay.ts'

/** Volume of each candle, in the base currency. */
export const volume: Overlay = {
  id: 'volume',
  label: 'Volume',
  pane: { min: 0 },
  series: ({ label }) => [bars('Volume', 'volume', label)],
}
