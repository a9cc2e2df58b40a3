import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepLoopAlive } from '#server/database/keep-loop-alive.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('[OP-8] the event loop has something to wait for until the database is open, or could not be opened', async () => {
  expect(await keepLoopAlive(async () => vi.getTimerCount())).toBe(1)
  expect(vi.getTimerCount()).toBe(0)
  await expect(keepLoopAlive(() => Promise.reject(new Error('damaged')))).rejects.toThrow('damaged')
  expect(vi.getTimerCount()).toBe(0)
})
