import * as z from 'zod/mini'
import { parseCacheEntry } from '#src/streams/cache-entry.ts'
import type { Cache } from '#src/transport/cache.ts'
import type { ThemeStore } from '#src/ui/theme/theme.ts'

const preferencesSchema = z.object({
  theme: z.optional(z.enum(['system', 'dark', 'light'])),
  /** How support and resistance are drawn on the chart. */
  zones: z.optional(z.enum(['zones', 'lines', 'off'])),
})
/** What somebody chose on this browser; absent until they did. */
export type Preferences = z.infer<typeof preferencesSchema>

/** The choices of whoever is signed in. Each choice and each visit keeps them for another 7 days. */
export interface PreferenceStore {
  readonly get: () => Preferences
  /** Without effect while nobody is signed in. */
  readonly set: (choice: Preferences) => void
  readonly subscribe: (listener: () => void) => () => void
}

export interface LoadablePreferenceStore extends PreferenceStore {
  /** Somebody signed in: their choices are read. */
  load(): void
  /** Nobody is signed in any more. */
  clear(): void
}

const NONE: Preferences = {}

export function createPreferences(cache: Pick<Cache, 'read' | 'write'>): LoadablePreferenceStore {
  const listeners = new Set<() => void>()
  let current: Preferences | undefined

  function update(next: Preferences | undefined): void {
    current = next
    if (next !== undefined && Object.keys(next).length > 0) cache.write('preferences', JSON.stringify(next))
    for (const listener of listeners) listener()
  }

  return {
    get: () => current ?? NONE,
    set(choice) {
      if (current !== undefined) update({ ...current, ...choice })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    load() {
      const { theme, zones } = parseCacheEntry(cache.read('preferences'), preferencesSchema) ?? NONE
      update({ ...(theme && { theme }), ...(zones && { zones }) })
    },
    clear: () => update(undefined),
  }
}

/** Paints the theme of whoever signs in, and remembers as theirs what they choose. */
export function syncTheme(theme: Pick<ThemeStore, 'get' | 'choose' | 'subscribe'>, preferences: PreferenceStore): void {
  preferences.subscribe(() => {
    const { theme: preferred = theme.get().choice } = preferences.get()
    if (preferred !== theme.get().choice) theme.choose(preferred)
  })
  theme.subscribe(() => {
    const { choice } = theme.get()
    if (choice !== preferences.get().theme) preferences.set({ theme: choice })
  })
}
