import { describe, expect, it } from 'vitest'
import { createPreferences, syncTheme } from '#src/app/preferences.ts'
import type { ThemeChoice, ThemeState } from '#src/ui/theme/theme.ts'

function harness(cached?: string) {
  const writes: string[] = []
  const store = createPreferences({
    read: () => (cached === undefined ? undefined : { text: cached, cachedAt: 1, expiresAt: 2 }),
    write: (item, text) => void writes.push(`${item} ${text}`),
  })
  return { store, writes }
}

describe('[TR-10] preferences', () => {
  it('are empty until sign-in and after sign-out', () => {
    const { store, writes } = harness('{"theme":"light","zones":"off"}')
    store.set({ zones: 'lines' })
    expect([store.get(), writes]).toEqual([{}, []])
    store.load()
    expect(store.get()).toEqual({ theme: 'light', zones: 'off' })
    store.clear()
    store.set({ zones: 'lines' })
    expect(store.get()).toEqual({})
  })

  it('are stored again on every visit and every change', () => {
    const { store, writes } = harness('{"zones":"off"}')
    store.load()
    store.set({ theme: 'dark' })
    expect(writes).toEqual(['preferences {"zones":"off"}', 'preferences {"zones":"off","theme":"dark"}'])
  })

  it('store nothing without a choice', () => {
    const { store, writes } = harness()
    store.load()
    expect([store.get(), writes]).toEqual([{}, []])
  })

  it.each(['', '{', 'null', '[]', '{"theme":"pink"}', '{"zones":7}'])('ST-04 that read %j are ignored', (text) => {
    const { store } = harness(text)
    store.load()
    expect(store.get()).toEqual({})
  })

  it('notify listeners', () => {
    const { store } = harness('{"zones":"off"}')
    const seen: unknown[] = []
    const leave = store.subscribe(() => seen.push(store.get()))
    store.load()
    store.set({ zones: 'zones' })
    leave()
    store.clear()
    expect(seen).toEqual([{ zones: 'off' }, { zones: 'zones', unsaved: ['zones'] }])
  })
})

describe('[TR-10] [UI-4] the theme', () => {
  function painted(choice: ThemeChoice) {
    const listeners = new Set<() => void>()
    let state: ThemeState = { choice, theme: 'dark' }
    let chosen = 0
    return {
      get: () => state,
      choose(next: ThemeChoice) {
        state = { ...state, choice: next }
        chosen += 1
        for (const listener of listeners) listener()
      },
      subscribe(listener: () => void) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      chosen: () => chosen,
    }
  }

  it('is that of the signed-in user, applied once', () => {
    const { store, writes } = harness('{"theme":"light"}')
    const theme = painted('dark')
    syncTheme(theme, store)
    store.load()
    expect([theme.get().choice, theme.chosen(), writes.length]).toEqual(['light', 1, 1])
    store.clear()
    expect(theme.get().choice).toBe('light')
  })

  it('stays the browser’s until the user chooses one', () => {
    const { store } = harness()
    const theme = painted('dark')
    syncTheme(theme, store)
    store.load()
    expect([theme.chosen(), store.get()]).toEqual([0, {}])
    theme.choose('light')
    expect(store.get()).toEqual({ theme: 'light' })
  })
})
