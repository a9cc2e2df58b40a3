import { describe, expect, it, vi } from 'vitest'
import { chunk$, loadChunk } from '#src/app/signed-in-services.ts'

const unreachable = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

describe('a chunk of the program', () => {
  it('is a value, or a failure that says so', async () => {
    expect(await loadChunk(() => Promise.resolve('module'))).toEqual({ ok: true, value: 'module' })
    expect(await loadChunk(unreachable)).toEqual({ ok: false, error: 'A part of Pairbot could not be loaded' })
  })

  it('is asked for until it can be loaded', async () => {
    vi.useFakeTimers()
    const load = vi.fn(() => Promise.resolve('module')).mockImplementationOnce(unreachable)
    const seen: string[] = []
    const fail = vi.fn()
    chunk$(load).subscribe({ next: (module) => seen.push(module), error: fail })
    await vi.advanceTimersByTimeAsync(29_999)
    expect(load).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(seen).toEqual(['module'])
    expect(fail).not.toHaveBeenCalled()
    vi.useRealTimers()
  })
})
