import { afterAll, expect, it } from 'vitest'
import { GuardedPGlite } from '#server/database/guarded-engine.ts'
import { vacuumWhenDue } from '#server/database/embedded.ts'

const client = new GuardedPGlite({})
afterAll(() => client.close())

const ROWS = 500
/** Changes each row, too large for two versions of it to share a page. */
const changeAll = () => client.query(`update "Often" set content = repeat(md5(random()::text), 50)`)
const bytes = async () => {
  const { rows } = await client.query<{ bytes: number }>(`select pg_relation_size('"Often"')::int as bytes`)
  return rows[0]!.bytes
}

it('[DU-9] a table does not grow with the number of changes, and one without many is left alone', async () => {
  await client.exec(`create table "Often" (id serial primary key, content text); create table seldom (id int)`)
  await client.exec(`alter table "Often" alter content set storage plain; insert into seldom values (1), (2)`)
  await client.query(`insert into "Often" (content) select '' from generate_series(1, ${ROWS})`)
  await client.exec('delete from seldom where id = 1')
  await changeAll()
  expect(await vacuumWhenDue(client)).toEqual(['public."Often"'])
  expect(await vacuumWhenDue(client)).toEqual([])

  const before = await bytes()
  for (let round = 0; round < 5; round += 1) {
    await changeAll()
    await vacuumWhenDue(client)
  }
  expect(await bytes()).toBeLessThan(2.5 * before)
})
