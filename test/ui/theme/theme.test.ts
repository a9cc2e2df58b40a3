import { describe, expect, it, vi } from 'vitest'
import { createTheme } from '#src/ui/theme/theme.ts'

function harness(stored: string | null | undefined, prefersLight: boolean) {
  const media = Object.assign(new EventTarget(), { matches: prefersLight })
  const root = { dataset: {} as DOMStringMap }
  const remember = vi.fn<(choice: string) => void>()
  const theme = createTheme({ read: () => stored, remember, prefersLight: media, root })
  const prefer = (light: boolean) => {
    media.matches = light
    media.dispatchEvent(new Event('change'))
  }
  return { theme, root, remember, prefer }
}

describe('[UI-4] the theme', () => {
  it.each([
    { stored: undefined, prefersLight: false, state: { choice: 'system', theme: 'dark' } },
    { stored: undefined, prefersLight: true, state: { choice: 'system', theme: 'light' } },
    { stored: 'dark', prefersLight: true, state: { choice: 'dark', theme: 'dark' } },
    { stored: 'light', prefersLight: false, state: { choice: 'light', theme: 'light' } },
    { stored: 'purple', prefersLight: true, state: { choice: 'system', theme: 'light' } },
  ])('starts as $state.theme with $stored stored and light preferred: $prefersLight', (start) => {
    const { theme, root } = harness(start.stored, start.prefersLight)
    expect(theme.get()).toEqual(start.state)
    expect(root.dataset['theme']).toBe(start.state.theme)
  })

  it('follows the operating system only without a choice', () => {
    const { theme, root, prefer } = harness(undefined, false)
    const listener = vi.fn<() => void>()
    theme.subscribe(listener)
    prefer(true)
    expect([root.dataset['theme'], listener.mock.calls.length]).toEqual(['light', 1])
    theme.choose('dark')
    prefer(true)
    expect(root.dataset['theme']).toBe('dark')
    theme.choose('system')
    expect(root.dataset['theme']).toBe('light')
  })

  it('stores a choice', () => {
    const { theme, remember } = harness(null, false)
    theme.choose('light')
    expect(remember.mock.calls).toEqual([['light']])
    expect(theme.get()).toEqual({ choice: 'light', theme: 'light' })
  })

  it('does not notify after unsubscribing', () => {
    const { theme } = harness(null, false)
    const listener = vi.fn<() => void>()
    theme.subscribe(listener)()
    theme.choose('light')
    expect(listener).not.toHaveBeenCalled()
  })
})
