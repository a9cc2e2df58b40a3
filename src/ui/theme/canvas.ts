import { PALETTES, type ThemeName } from './palettes.ts'
import { type } from './tokens.ts'

/** Colours and font for canvases, which cannot read CSS variables. */
export function canvasTheme(name: ThemeName) {
  const { surface, divider, line, text, textMuted, up, down, warning, accent, info } = PALETTES[name]
  const marks = { up, down, warning, accent, info }
  return { background: surface, grid: divider, line, label: textMuted, text, ...marks, font: type.mono }
}
export type CanvasTheme = ReturnType<typeof canvasTheme>

/** Font size on canvases, in px. */
export const CANVAS_FONT_PX = 11

export const canvasFont = ({ font }: CanvasTheme, weight = 400): string => `${weight} ${CANVAS_FONT_PX}px ${font}`
