import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react'
import type { ThemeState, ThemeStore } from './theme.ts'
import './fonts.css'
import './global.css.ts'
import './color.css.ts'

const ThemeContext = createContext<ThemeStore | undefined>(undefined)

/** Provides the theme store and loads the global styles and fonts. */
export function ThemeProvider({ theme, children }: { readonly theme: ThemeStore; readonly children: ReactNode }) {
  return <ThemeContext value={theme}>{children}</ThemeContext>
}

const FALLBACK: ThemeState = { choice: 'system', theme: 'dark' }
const noSubscription = () => () => undefined

/** The theme in effect, the user's choice, and `choose`. Without a provider: dark, and `choose` does nothing. */
export function useTheme(): ThemeState & Pick<ThemeStore, 'choose'> {
  const store = useContext(ThemeContext)
  const state = useSyncExternalStore(store?.subscribe ?? noSubscription, store?.get ?? (() => FALLBACK))
  return { ...state, choose: store?.choose ?? (() => undefined) }
}
