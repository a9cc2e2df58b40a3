import { CARD_WIDTH, GAP } from './grid.css.ts'

/** How many cards stand side by side in so many pixels. */
export const columnsIn = (width: number): number => Math.max(1, Math.floor((width + GAP) / (CARD_WIDTH + GAP)))
