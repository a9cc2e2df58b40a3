import { expect, it } from 'vitest'
import { toRefusal } from '#server/database/postgresql.ts'

const URL = 'postgres://ada:secret@db.example.org:5433/trading'
const coded = (code: string) => Object.assign(new Error('as the server says it'), { code })

it.each([
  [
    '3D000',
    'there is no database "trading" on db.example.org:5433. Create it (createdb trading), or correct its name.',
  ],
  ['28P01', 'db.example.org:5433 does not accept the password of "ada". Correct it.'],
  ['28000', 'db.example.org:5433 does not let "ada" in. Check its name, and pg_hba.conf on the server.'],
  ['42501', '"ada" may not create tables in "trading". Make it the owner (alter database trading owner to ada).'],
])('[DU-26] %s gives one line with a way out, and no password', (code, advice) => {
  const refusal = toRefusal(new Error('Failed query', { cause: coded(code) }), URL)
  expect(refusal.message).toBe(`DATABASE_URL: ${advice}`)
})

it('[DU-26] names the defaults that an address leaves out', () => {
  expect(toRefusal(coded('3D000'), 'postgres://ada@localhost/').message).toMatch(
    /^DATABASE_URL: there is no database "ada" on localhost:5432\./,
  )
})

it('[DU-26] any other error keeps its own message', () => {
  const error = coded('XX000')
  expect(toRefusal(error, URL)).toBe(error)
})
