import { describe, expect, it } from 'vitest'
import { createKeyedMutex } from '#server/identity/keyed-mutex.ts'

describe('keyed mutex', () => {
  it('[PE-11] runs tasks with the same key one after another, also after a failure, without blocking other keys', async () => {
    const inTurn = createKeyedMutex()
    const running: string[] = []
    const finish: (() => void)[] = []
    const run = (name: string, n: number) =>
      inTurn(name, async () => {
        running.push(`${name}${n}`)
        await new Promise<void>((done) => (finish[n] = done))
        if (n === 0) throw new Error('wrong')
        return n
      })
    const outcomes = Promise.allSettled([run('a', 0), run('a', 1), run('b', 2)])
    await new Promise(setImmediate)
    expect(running).toEqual(['a0', 'b2'])
    finish[0]?.()
    await new Promise(setImmediate)
    expect(running).toEqual(['a0', 'b2', 'a1'])
    finish[1]?.()
    finish[2]?.()

    expect((await outcomes).map((outcome) => ('value' in outcome ? outcome.value : 'failed'))).toEqual(['failed', 1, 2])
  })
})
