import { describe, expect, it, vi } from 'vitest'
import { lazyOnce } from '#src/lib/lazy-once.ts'

describe('lazyOnce', () => {
  it('creates on first use, once, and disposes', async () => {
    const make = vi.fn(async () => ({ name: 'part' }))
    const { get, dispose: end } = lazyOnce(make)
    expect(make).not.toHaveBeenCalled()
    const [first, second] = [get(), get()]
    expect(first).toBe(second)
    expect(await first).toEqual({ name: 'part' })
    expect(make).toHaveBeenCalledTimes(1)
    const stop = vi.fn()
    end(stop)
    await first
    expect(stop.mock.calls).toEqual([[{ name: 'part' }]])
  })

  it('can be read without waiting once created', async () => {
    const { get } = lazyOnce(async () => 5)
    const given = get()
    expect(given).not.toHaveProperty('value')
    await given
    expect(get()).toMatchObject({ status: 'fulfilled', value: 5 })
  })

  it('retries after a failure', async () => {
    const make = vi.fn<() => Promise<number>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce(5)
    const { get } = lazyOnce(make)
    await expect(get()).rejects.toThrow('offline')
    expect(await get()).toBe(5)
  })

  it('disposes nothing if never used', () => {
    const make = vi.fn(async () => 5)
    lazyOnce(make).dispose(() => expect.unreachable())
    expect(make).not.toHaveBeenCalled()
  })
})
