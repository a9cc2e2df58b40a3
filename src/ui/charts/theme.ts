import { PALETTES } from '../theme/palettes.ts'
import type { ThemeName } from '../theme/palettes.ts'
import { type } from '../theme/tokens.ts'

/** The colours and the font of a chart's canvas, which cannot read CSS variables. */
export function chartTheme(name: ThemeName) {
  const { surface, divider, textMuted, up, down, warning } = PALETTES[name]
  return { background: surface, grid: divider, label: textMuted, up, down, gap: warning, font: type.mono }
}
export type ChartTheme = ReturnType<typeof chartTheme>

/** Size of all figures on the canvas, in px. */
export const FONT_PX = 11

/** The canvas's font; its own figures are regular, the price tag's are strong. */
export const canvasFont = ({ font }: ChartTheme, weight = 400): string => `${weight} ${FONT_PX}px ${font}`
