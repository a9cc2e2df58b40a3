import { describe, expect, it } from 'vitest'
import { Unavailable, toUnavailable, violatedUnique } from '#server/database/errors.ts'
import { migrationsFolder } from '#server/database/migrations.ts'
import { users } from '#server/database/schema/identity.ts'
import { testDatabase } from '#test/support/server/database.ts'

const coded = (code: string) => Object.assign(new Error('x'), { code })
const wrapped = (cause: Error) => new Error('Failed query: select 1', { cause })

describe('database errors', () => {
  it.each(['57014', '57P03', '08006', '53300', '58030', '40001', '55P03', 'ECONNREFUSED', 'ECONNRESET'])(
    '[DU-30] %s is transient, however deeply wrapped',
    (code) => {
      expect(toUnavailable(wrapped(wrapped(coded(code))))).toMatchObject({ statusCode: 503, retryAfterS: 5 })
    },
  )

  it.each(['23505', '22021', '42P01', 'ENOENT'])('[DU-30] %s is not', (code) => {
    expect(toUnavailable(wrapped(coded(code)))).toBeUndefined()
  })

  it('[DU-30] returns the first Unavailable in the chain', () => {
    const cause = new Unavailable('gone', { retryAfterS: 9 })
    expect(toUnavailable(wrapped(cause))).toBe(cause)
  })

  it('[DU-31] names a violated unique index on the real engine', async () => {
    const database = await testDatabase()
    const row = { email: 'a@x', username: 'a', passwordHash: '', role: 'Viewer', createdAt: new Date(0) } as const
    await database.db.insert(users).values(row)
    const error = await database
      .transaction((tx) => tx.insert(users).values({ ...row, email: 'A@X', username: 'b' }))
      .then(
        () => undefined,
        (caught: unknown) => caught,
      )
    await database.close()
    expect(violatedUnique(error)).toBe('users_email_unique')
    expect(violatedUnique(coded('23503'))).toBeUndefined()
  })
})

describe('migrations', () => {
  it('[DU-32] are found from the source and from the bundle', () => {
    const root = process.cwd()
    expect(migrationsFolder(`${root}/dist/server/main.js`)).toBe(`${root}/server/database/migrations`)
    expect(migrationsFolder()).toBe(`${root}/server/database/migrations`)
    expect(() => migrationsFolder('/nowhere/main.js')).toThrow('No package.json above /nowhere/main.js')
  })
})
