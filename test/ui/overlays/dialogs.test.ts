import { describe, expect, it, vi } from 'vitest'
import { createDialogs } from '#src/ui/overlays/dialogs.ts'

describe('[UI-8] questions and notices', () => {
  it('come one at a time, in order, each with its own answer', async () => {
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

  it('ignore an answer to what is no longer asked', async () => {
    const dialogs = createDialogs()
    const asked = dialogs.confirm({ title: 'Sure?' })
    dialogs.answer(1, true)
    dialogs.answer(1, false)
    expect(await asked).toBe(true)
  })

  it('an alert resolves when it was read, and listeners hear of both ends', async () => {
    const dialogs = createDialogs()
    const listener = vi.fn<() => void>()
    const leave = dialogs.subscribe(listener)
    const closed = dialogs.alert({ title: 'PASSED', text: '5 tests' })
    expect(dialogs.current()).toEqual({ id: 1, kind: 'alert', title: 'PASSED', text: '5 tests' })
    dialogs.answer(1, true)
    await expect(closed).resolves.toBeUndefined()
    expect(listener).toHaveBeenCalledTimes(2)
    leave()
    void dialogs.alert({ title: 'Unheard' })
    expect(listener).toHaveBeenCalledTimes(2)
  })
})
