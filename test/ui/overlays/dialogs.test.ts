import { describe, expect, it, vi } from 'vitest'
import { createDialogs } from '#src/ui/overlays/dialogs.ts'

describe('[UI-8] confirms and alerts', () => {
  it('show one at a time in order, each resolving with its own answer', async () => {
    const dialogs = createDialogs()
    const first = dialogs.confirm({ title: 'First?' })
    const second = dialogs.confirm({ title: 'Second?' })
    expect(dialogs.current()).toEqual({ id: 1, kind: 'confirm', title: 'First?' })
    dialogs.answer(1, true)
    expect(dialogs.current()).toEqual({ id: 2, kind: 'confirm', title: 'Second?' })
    dialogs.answer(2, false)
    expect(dialogs.current()).toBeUndefined()
    expect(await Promise.all([first, second])).toEqual([true, false])
  })

  it('ignore an answer to a closed request', async () => {
    const dialogs = createDialogs()
    const asked = dialogs.confirm({ title: 'Sure?' })
    dialogs.answer(1, true)
    dialogs.answer(1, false)
    expect(await asked).toBe(true)
  })

  it('resolve when dismissed and notify listeners on open and close', async () => {
    const dialogs = createDialogs()
    const listener = vi.fn<() => void>()
    const leave = dialogs.subscribe(listener)
    const closed = dialogs.alert({ title: 'PASSED', text: '5 tests' })
    expect(dialogs.current()).toEqual({ id: 1, kind: 'alert', title: 'PASSED', text: '5 tests' })
    dialogs.answer(1, true)
    await expect(closed).resolves.toBeUndefined()
    expect(listener).toHaveBeenCalledTimes(2)
    leave()
    void dialogs.alert({ title: 'Unobserved' })
    expect(listener).toHaveBeenCalledTimes(2)
  })
})
