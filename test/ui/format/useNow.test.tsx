import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useNow } from '#src/ui/format/useNow.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
function turn(to: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(to)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

it('[UI-25] SC-08 runs while the page is visible, pauses while hidden, and is correct when shown again', () => {
  const times: number[] = []
  const { unmount } = renderHook(() => times.push(useNow(250)))
  pass(300)
  pass(300)
  expect(times).toEqual([0, 250, 500])
  turn('hidden')
  pass(3_600_000)
  expect(times).toEqual([0, 250, 500])
  turn('visible')
  expect(times).toEqual([0, 250, 500, 3_600_600])
  pass(200)
  expect(times).toEqual([0, 250, 500, 3_600_600, 3_600_750])
  unmount()
  turn('hidden')
  turn('visible')
  expect([vi.getTimerCount(), times.length]).toEqual([0, 5])
})

it('[UI-26] is the same time for all at any moment, whenever they were shown', () => {
  const first = renderHook(() => useNow())
  pass(400)
  const second = renderHook(() => useNow())
  expect(second.result.current).toBe(first.result.current)
  pass(700)
  expect([first.result.current, second.result.current]).toEqual([1_000, 1_000])
  first.unmount()
  second.unmount()
  pass(5_000)
  const third = renderHook(() => useNow())
  expect(third.result.current).toBe(6_100)
  third.unmount()
  expect(vi.getTimerCount()).toBe(0)
})
