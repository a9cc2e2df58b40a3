import { bollingerBands } from './bollinger-bands.ts'
import { ema } from './ema.ts'
import { macd } from './macd.ts'
import { decisions, divergences, patterns, structureBreaks } from './marks.ts'
import type { Overlay } from './overlay.ts'
import { rsi } from './rsi.ts'
import { vwap } from './vwap.ts'

/** Everything that can be drawn on the chart, in the order of the menu; panes are in this order from top to bottom. */
export const OVERLAYS: readonly Overlay[] = [
  ema,
  bollingerBands,
  vwap,
  rsi,
  macd,
  patterns,
  structureBreaks,
  divergences,
  decisions,
]

/** Those with the given ids, in the order of the menu. */
export const overlaysOf = (ids: readonly string[]): readonly Overlay[] => OVERLAYS.filter(({ id }) => ids.includes(id))
