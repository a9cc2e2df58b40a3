import * as z from 'zod/mini'
import { accountPreferencesSchema } from '#contract/preferences.ts'
import { parseJson } from '#src/lib/json.ts'
import type { Cache } from '#src/transport/browser/cache.ts'
import { DEFAULT_FORMAT, setRegionalFormat } from '#src/ui/format/regional.ts'
import type { ThemeStore } from '#src/ui/theme/theme.ts'

const preferencesSchema = z.object({
  ...accountPreferencesSchema.shape,
  theme: z.optional(z.enum(['system', 'dark', 'light'])),
  /** Whether the dashboard shows the chart, the matrix and the levels alone, where there is room; everything by default. */
  focus: z.optional(z.boolean()),
  /** Which analysis card small screens show, or the headlines of all. */
  card: z.optional(z.string()),
  /** The view that the dashboard opens with, as its address spells it. */
  view: z.optional(z.object({ pair: z.optional(z.string()), tf: z.optional(z.string()) })),
  /** Height of the chart in px, where the user has changed it. */
  chartHeight: z.optional(z.number()),
  /** The inspector is docked below every page. */
  inspector: z.optional(z.boolean()),
  /** Those that have changed here and not yet been kept with the account. */
  unsaved: z.optional(z.array(z.string())),
})
/** The user's choices: those of the account, and those of this browser; absent means the default. */
export type Preferences = z.infer<typeof preferencesSchema>

/** Preferences of the signed-in user. Each change and each visit stores them for another 7 days. */
export interface PreferenceStore {
  readonly get: () => Preferences
  /** Ignored while no user is signed in. */
  readonly set: (choice: Preferences) => void
  /** As `set`, for what the account has already. */
  readonly restore: (choice: Preferences) => void
  readonly subscribe: (listener: () => void) => () => void
}

export interface LoadablePreferenceStore extends PreferenceStore {
  /** Loads the preferences of the user who signed in. */
  load(): void
  /** Drops them on sign-out. */
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

  function restore(choice: Preferences): void {
    if (current !== undefined) update({ ...current, ...choice })
  }

  return {
    get: () => current ?? NONE,
    set(choice) {
      const changed = Object.keys(choice).filter((key) => key in accountPreferencesSchema.shape)
      restore(
        changed.length === 0 ? choice : { ...choice, unsaved: [...new Set([...(current?.unsaved ?? []), ...changed])] },
      )
    },
    restore,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    load() {
      const stored = z.safeParse(preferencesSchema, parseJson(cache.read('preferences')?.text ?? ''))
      update(stored.success ? stored.data : NONE)
    },
    clear: () => update(undefined),
  }
}

/** Applies the theme of the user who signs in, and stores each theme chosen as that user's preference. */
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

/** Writes times and numbers as the user who is signed in has chosen. */
export function syncRegionalFormat(preferences: PreferenceStore): void {
  preferences.subscribe(() => {
    const { timeZone = DEFAULT_FORMAT.timeZone, numberLocale = DEFAULT_FORMAT.numberLocale } = preferences.get()
    setRegionalFormat({ timeZone, numberLocale })
  })
}
