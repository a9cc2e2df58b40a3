import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadWhenIdle } from '#src/routes/guarded.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('[SH-10] what can be opened later', () => {
  it('is loaded after a while, one after another, whatever fails', async () => {
    const loaded: string[] = []
    const load = (name: string) => () => {
      loaded.push(name)
      return name === 'b' ? Promise.reject(new Error('offline')) : Promise.resolve()
    }
    loadWhenIdle([load('a'), load('b'), () => undefined, load('c')], 2_000)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(loaded).toEqual([])
    await vi.advanceTimersByTimeAsync(10)
    expect(loaded).toEqual(['a', 'b', 'c'])
  })

  it('waits for idle moments where the browser reports them', async () => {
    const waiting: (() => void)[] = []
    vi.stubGlobal('requestIdleCallback', (run: () => void) => waiting.push(run))
    const load = vi.fn<() => Promise<void>>(() => Promise.resolve())
    const stop = loadWhenIdle([load, load], 0)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(load).not.toHaveBeenCalled()
    waiting.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
    expect([load.mock.calls.length, waiting.length]).toEqual([1, 1])
    stop()
    waiting.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(load).toHaveBeenCalledOnce()
  })

  it('is not loaded after the session', async () => {
    const load = vi.fn<() => Promise<void>>(() => Promise.resolve())
    loadWhenIdle([load], 2_000)()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(load).not.toHaveBeenCalled()
  })
})
