import { describe, expect, it } from 'vitest'
import { createPasswords } from '#server/identity/passwords.ts'

/** Verifies a password when the test says so. */
function manualHashes() {
  const running: unknown[] = []
  const settle = new Map<unknown, (error?: Error) => void>()
  return {
    running,
    hash: async () => 'hashed',
    verify: (_hash: unknown, password: unknown) => {
      running.push(password)
      return new Promise<boolean>((resolve, reject) =>
        settle.set(password, (error) => (error ? reject(error) : resolve(true))),
      )
    },
    async finish(password: string, error?: Error) {
      settle.get(password)?.(error)
      await new Promise(setImmediate)
      return [...running]
    },
  }
}

describe('passwords', () => {
  it('[ID-63] verifies two at a time and the others in order, also after a failure', async () => {
    const hashes = manualHashes()
    const passwords = createPasswords(hashes)
    const outcomes = Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((password) => passwords.withSlot((verify) => verify(password, 'hashed'))),
    )
    await new Promise(setImmediate)

    expect(hashes.running).toEqual(['a', 'b'])
    expect(await hashes.finish('b', new Error('wrong'))).toEqual(['a', 'b', 'c'])
    expect(await hashes.finish('a')).toEqual(['a', 'b', 'c', 'd'])
    await hashes.finish('c')
    await hashes.finish('d')
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  })
})
