import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkpointWhenDue } from '#server/database/checkpoints.ts'
import { DurableNodeFS } from '#server/database/durable-fs.ts'
import { openEmbedded, START_PARAMS } from '#server/database/embedded.ts'
import { GuardedPGlite } from '#server/database/guarded-engine.ts'
import { createDatabaseFiles } from '#test/support/server/database.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pairbot-newer-'))
  await createDatabaseFiles(directory)
}, 60_000)
afterAll(() => rm(directory, { recursive: true, force: true }))

const engine = async () => {
  const files = new DurableNodeFS(join(directory, 'database'))
  const client = new GuardedPGlite({ fs: files, startParams: START_PARAMS })
  await client.waitReady
  return { client, files }
}
const logged = async (client: PGlite) => {
  const { rows } = await client.query<{ bytes: number }>(
    'select (pg_current_wal_lsn() - redo_lsn)::float8 as bytes from pg_control_checkpoint()',
  )
  return rows[0]?.bytes ?? 0
}

it('[DU-15] a checkpoint is made after 8 MiB of log, and not before', async () => {
  const { client } = await engine()
  const room = { hasRoomToWrite: () => true }
  await client.exec('create table filler (text text)')
  const small = await logged(client)
  await checkpointWhenDue(client, room)
  expect(await logged(client)).toBe(small)
  await client.query(`insert into filler select repeat(md5(n::text), 20) from generate_series(1, 15000) n`)
  expect(await logged(client)).toBeGreaterThan(8 * 2 ** 20)
  await checkpointWhenDue(client, { hasRoomToWrite: () => false })
  expect(await logged(client)).toBeGreaterThan(8 * 2 ** 20)
  await checkpointWhenDue(client, room)
  expect(await logged(client)).toBeLessThan(2 ** 20)
  await client.exec('drop table filler')
  await client.close()
}, 60_000)

it('[DU-18] a file is synced once until it is written again', async () => {
  const { client, files } = await engine()
  await client.query('checkpoint')
  const before = files.syncs
  await client.query('checkpoint')
  const idle = files.syncs - before
  await client.query(`select pg_logical_emit_message(true, 'pairbot', 'written')`)
  expect(files.syncs - before - idle).toBe(1)
  await client.close()
}, 60_000)

it('[DU-34] the schema of a newer program is refused in one line and not changed', async () => {
  const { client } = await engine()
  await client.exec(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of the future', ${Date.UTC(2100, 0)})`,
  )
  await client.close()
  await expect(openEmbedded(directory)).rejects.toThrow(
    /^The database has the schema of a newer Pairbot, which this version would damage\. Start that version, or [^\n]+$/,
  )
  const again = await engine()
  const { rows } = await again.client.query(`select 1 from drizzle.__drizzle_migrations where hash = 'of the future'`)
  expect(rows).toHaveLength(1)
  await again.client.close()
}, 60_000)
