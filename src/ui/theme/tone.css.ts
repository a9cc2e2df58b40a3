import { createVar, styleVariants } from '@vanilla-extract/css'
import { color } from './color.css.ts'

/** Text and mark colour, and soft fill, of the tone class set on the element. */
export const toneColor = createVar()
export const toneSoft = createVar()

export const tone = styleVariants({
  neutral: { vars: { [toneColor]: color.textMuted, [toneSoft]: color.neutralSoft } },
  accent: { vars: { [toneColor]: color.accent, [toneSoft]: color.accentSoft } },
  success: { vars: { [toneColor]: color.success, [toneSoft]: color.successSoft } },
  warning: { vars: { [toneColor]: color.warning, [toneSoft]: color.warningSoft } },
  danger: { vars: { [toneColor]: color.danger, [toneSoft]: color.dangerSoft } },
  info: { vars: { [toneColor]: color.info, [toneSoft]: color.infoSoft } },
})
