import { describe, expect, it } from 'vitest'
import { createSemaphore } from '#server/identity/semaphore.ts'

describe('semaphore', () => {
  it('[ID-63] runs two tasks at a time and the others in order, also after a failure', async () => {
    const turn = createSemaphore(2)
    const running: number[] = []
    const finish: (() => void)[] = []
    const outcomes = Promise.allSettled(
      [0, 1, 2, 3].map((n) =>
        turn(async () => {
          running.push(n)
          await new Promise<void>((done) => (finish[n] = done))
          if (n === 1) throw new Error('wrong')
          return n
        }),
      ),
    )
    const next = async (n: number) => {
      finish[n]?.()
      await new Promise(setImmediate)
      return [...running]
    }

    expect(running).toEqual([0, 1])
    expect(await next(1)).toEqual([0, 1, 2])
    expect(await next(0)).toEqual([0, 1, 2, 3])
    await next(2)
    await next(3)
    expect((await outcomes).map((outcome) => ('value' in outcome ? outcome.value : 'failed'))).toEqual([
      0,
      'failed',
      2,
      3,
    ])
  })
})
