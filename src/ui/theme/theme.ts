import type { ThemeName } from './palettes.ts'

/** The user's choice; `system` follows the operating system. */
export const THEME_CHOICES = ['system', 'dark', 'light'] as const
export type ThemeChoice = (typeof THEME_CHOICES)[number]

export interface ThemePorts {
  /** The stored choice; any other value counts as none. */
  readonly read: () => string | null | undefined
  readonly remember: (choice: ThemeChoice) => void
  /** `prefers-color-scheme: light`. */
  readonly prefersLight: Pick<MediaQueryList, 'matches' | 'addEventListener' | 'removeEventListener'>
  /** Receives `data-theme`: `document.documentElement`. */
  readonly root: Pick<HTMLElement, 'dataset'>
}

export interface ThemeState {
  readonly choice: ThemeChoice
  /** The theme in effect. */
  readonly theme: ThemeName
}

export interface ThemeStore {
  readonly get: () => ThemeState
  readonly choose: (choice: ThemeChoice) => void
  readonly subscribe: (listener: () => void) => () => void
}

const isChoice = (value: unknown): value is ThemeChoice => THEME_CHOICES.some((choice) => choice === value)

/** Applies the stored or preferred theme immediately and follows changes. One per page. */
export function createTheme({ read, remember, prefersLight, root }: ThemePorts): ThemeStore {
  const listeners = new Set<() => void>()
  const stored = read()
  let choice: ThemeChoice = isChoice(stored) ? stored : 'system'
  let state = apply()

  function apply(): ThemeState {
    const preferred = prefersLight.matches ? 'light' : 'dark'
    const theme = choice === 'system' ? preferred : choice
    root.dataset['theme'] = theme
    return { choice, theme }
  }

  function update(): void {
    state = apply()
    for (const listener of listeners) listener()
  }

  prefersLight.addEventListener('change', update)

  return {
    get: () => state,
    choose: (next) => {
      choice = next
      remember(next)
      update()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const THEME_NAMES: Record<ThemeChoice, string> = { system: 'System', dark: 'Dark', light: 'Light' }
