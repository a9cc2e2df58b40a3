import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, it, vi } from 'vitest'
import { goBack } from '#src/app/use-address.ts'

describe('[MA-81] [SH-22] going back', () => {
  it('leaves one entry, however often Close is pressed before the browser is there', () => {
    const history = createMemoryHistory({ initialEntries: ['/', '/?card=a', '/?card=b'], initialIndex: 2 })
    const { go } = history
    const left = vi.spyOn(history, 'go').mockReturnValue()
    goBack(history, 1)
    goBack(history, 1)
    expect(left.mock.calls).toEqual([[-1]])
    go(-1)
    expect(history.location.href).toBe('/?card=a')
    goBack(history, 1)
    expect(left).toHaveBeenCalledTimes(2)
  })
})
