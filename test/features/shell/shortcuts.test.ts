import { describe, expect, it } from 'vitest'
import { handleKey, type ShortcutAction } from '#src/features/shell/shortcuts.ts'

/** Presses keys at their times; returns the actions. */
function type(...presses: readonly (readonly [key: string, at: number])[]): readonly ShortcutAction[] {
  let pending: number | undefined
  const actions: ShortcutAction[] = []
  for (const [key, at] of presses) {
    const pressed = handleKey(pending, key, at)
    pending = pressed.pending
    if (pressed.action) actions.push(pressed.action)
  }
  return actions
}

describe('[SH-6] shortcuts', () => {
  it.each([
    ['d', '/dashboard'],
    ['t', '/trading'],
    ['m', '/monitoring'],
    ['a', '/admin'],
  ])('g %s goes to %s', (key, path) => {
    expect(type(['g', 0], [key, 1_000])).toEqual([{ kind: 'go', path }])
  })

  it('a chord is cancelled after a second, by another key, or without its g', () => {
    expect(type(['g', 0], ['d', 1_001])).toEqual([])
    expect(type(['g', 0], ['x', 10], ['d', 20])).toEqual([])
    expect(type(['d', 0])).toEqual([])
  })

  it('a second g restarts the chord', () => {
    expect(type(['g', 0], ['g', 900], ['t', 1_800])).toEqual([{ kind: 'go', path: '/trading' }])
  })

  it('? and / work even after a g', () => {
    expect(type(['?', 0], ['g', 1], ['/', 2])).toEqual([{ kind: 'help' }, { kind: 'filter' }])
  })

  it('ignores keys named like inherited properties', () => {
    expect(type(['g', 0], ['constructor', 1])).toEqual([])
  })
})
