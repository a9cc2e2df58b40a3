import { assignVars, createGlobalTheme, createGlobalThemeContract, globalStyle } from '@vanilla-extract/css'
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
