import {
  assignVars,
  createGlobalTheme,
  createGlobalThemeContract,
  globalStyle,
  createVar,
  styleVariants,
} from '@vanilla-extract/css'
import { PALETTES } from './palettes.ts'

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Colours as CSS variables (`--color-…`) with the same names in both themes. */
export const color = createGlobalThemeContract(PALETTES.dark, (_, path) => `color-${kebab(path.join('-'))}`)

const LIGHT = ':root[data-theme="light"]'

createGlobalTheme(':root', color, PALETTES.dark)
createGlobalTheme(LIGHT, color, PALETTES.light)
globalStyle(':root', { colorScheme: 'dark' })
globalStyle(LIGHT, { colorScheme: 'light' })

// On paper always the light theme: browsers drop backgrounds, and light text on white cannot be read.
globalStyle(':root, :root[data-theme]', {
  '@media': { print: { colorScheme: 'light', vars: assignVars(color, PALETTES.light) } },
})

// Until the script has set the theme, the preferred one applies: no flash.
globalStyle(':root:not([data-theme])', {
  '@media': {
    '(prefers-color-scheme: light)': { colorScheme: 'light', vars: assignVars(color, PALETTES.light) },
  },
})

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
