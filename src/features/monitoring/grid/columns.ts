import { CARD_WIDTH, GAP } from './grid.css.ts'

/** Number of columns that fit into a width in px. */
export const columnsIn = (width: number): number => Math.max(1, Math.floor((width + GAP) / (CARD_WIDTH + GAP)))
