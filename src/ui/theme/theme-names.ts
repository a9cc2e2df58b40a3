import type { ThemeChoice } from './theme.ts'

export const THEME_NAMES: Record<ThemeChoice, string> = { system: 'System', dark: 'Dark', light: 'Light' }
