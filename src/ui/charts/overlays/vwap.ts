import { line, type Overlay } from './overlay.ts'

/** Volume-weighted average price since 00:00 UTC. */
export const vwap: Overlay = {
  id: 'vwap',
  label: 'VWAP',
  series: ({ text }) => [{ ...line('VWAP', 'vwap', text, { type: [2, 2] }), isDaily: true }],
}
