import { line, type Overlay } from './overlay.ts'

/** Exponential moving averages of closes. */
export const ema: Overlay = {
  id: 'ema',
  label: 'Moving averages',
  series: ({ info, warning, accent }) => [
    line('EMA 9', 'ema_9', info),
    line('EMA 21', 'ema_21', warning),
    line('EMA 100', 'ema_100', accent),
  ],
}
