import { Subject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { followLeaderAddress } from '#server/composition/adapters/leader-address.ts'

const settle = (): Promise<void> => new Promise((done) => setImmediate(done))

describe("the leader's address", () => {
  it('[RL-24] is looked up from time to time and when asked, and stays as it was when a look fails', async () => {
    const ticks$ = new Subject<void>()
    const errors: unknown[] = []
    let answer: () => Promise<string | undefined> = async () => undefined
    const leader = followLeaderAddress(
      () => answer(),
      (error) => errors.push(error),
      ticks$,
    )
    await settle()
    expect(leader.current()).toBeUndefined()
    answer = async () => 'http://one'
    ticks$.next()
    await settle()
    expect(leader.current()).toBe('http://one')
    answer = () => Promise.reject(new Error('away'))
    ticks$.next()
    await settle()
    expect([leader.current(), errors.length]).toEqual(['http://one', 1])
    answer = async () => 'http://two'
    leader.look()
    await settle()
    expect(leader.current()).toBe('http://two')
    answer = async () => undefined
    ticks$.next()
    await settle()
    expect(leader.current()).toBeUndefined()
    leader.stop()
    expect(ticks$.observed).toBe(false)
  })
})
