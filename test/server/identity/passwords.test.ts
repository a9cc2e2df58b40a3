import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createPasswords } from '#server/identity/passwords.ts'

const argon2 = vi.hoisted(() => ({ running: [] as string[], finish: new Map<string, (error?: Error) => void>() }))
vi.mock('@node-rs/argon2', () => ({
  hash: async () => 'hashed',
  verify: (_hash: string, password: string) => {
    argon2.running.push(password)
    return new Promise<boolean>((resolve, reject) =>
      argon2.finish.set(password, (error) => (error ? reject(error) : resolve(true))),
    )
  },
}))
beforeEach(() => void argon2.running.splice(0))

const finish = async (password: string, error?: Error) => {
  argon2.finish.get(password)?.(error)
  await new Promise(setImmediate)
  return [...argon2.running]
}

describe('passwords', () => {
  it('[ID-63] verifies two at a time and the others in order, also after a failure', async () => {
    const passwords = await createPasswords()
    const outcomes = Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((password) => passwords.withSlot((verify) => verify(password, 'hashed'))),
    )
    await new Promise(setImmediate)

    expect(argon2.running).toEqual(['a', 'b'])
    expect(await finish('b', new Error('wrong'))).toEqual(['a', 'b', 'c'])
    expect(await finish('a')).toEqual(['a', 'b', 'c', 'd'])
    await finish('c')
    await finish('d')
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  })
})
