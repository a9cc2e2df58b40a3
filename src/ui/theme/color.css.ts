import { createGlobalTheme, createGlobalThemeContract, globalStyle } from '@vanilla-extract/css'
import { PALETTES } from './palettes.ts'

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The colours as CSS variables (`--color-…`), the same names in both themes. */
export const color = createGlobalThemeContract(PALETTES.dark, (_, path) => `color-${kebab(path.join('-'))}`)

createGlobalTheme(':root', color, PALETTES.dark)
createGlobalTheme(':root[data-theme="light"]', color, PALETTES.light)
globalStyle(':root', { colorScheme: 'dark' })
globalStyle(':root[data-theme="light"]', { colorScheme: 'light' })
