import { line, type Overlay } from './overlay.ts'

/** Bollinger Bands: the mean of 20 closes, and two standard deviations around it. */
export const bollingerBands: Overlay = {
  id: 'bollinger',
  label: 'Bollinger Bands',
  series: ({ label }) => [
    line('BB upper', 'bollinger_upper', label),
    line('BB middle', 'bollinger_middle', label, { type: 'dashed' }),
    line('BB lower', 'bollinger_lower', label),
  ],
}
