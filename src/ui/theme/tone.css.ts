import { createVar, styleVariants } from '@vanilla-extract/css'
import { color } from './color.css.ts'

/** Text colour, colour of bars and arcs, and soft fill of the tone class set on the element. */
export const toneColor = createVar()
export const toneMark = createVar()
export const toneSoft = createVar()

const toneVars = (text: string, mark: string, soft: string) => ({
  vars: { [toneColor]: text, [toneMark]: mark, [toneSoft]: soft },
})

export const tone = styleVariants({
  neutral: toneVars(color.textMuted, color.textMuted, color.neutralSoft),
  accent: toneVars(color.accent, color.accent, color.accentSoft),
  success: toneVars(color.success, color.upMark, color.successSoft),
  warning: toneVars(color.warning, color.warningMark, color.warningSoft),
  danger: toneVars(color.danger, color.danger, color.dangerSoft),
  info: toneVars(color.info, color.info, color.infoSoft),
})
