import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { checkpointWhenDue, openEmbedded, START_PARAMS } from '#server/database/embedded.ts'
import { DurableNodeFS, type DurableFilesOptions } from '#server/database/durable-fs.ts'
import { GuardedPGlite } from '#server/database/guarded-engine.ts'
import { createDatabaseFiles } from '#test/support/server/database.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pairbot-newer-'))
  await createDatabaseFiles(directory)
}, 60_000)
afterAll(() => rm(directory, { recursive: true, force: true }))

const engine = async (options?: DurableFilesOptions, from = directory) => {
  const files = new DurableNodeFS(join(from, 'database'), options)
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

interface Stream {
  readonly fd: number
  readonly stream_ops: { fsync(stream: Stream): number }
}

/** The file system inside of the engine. */
interface EngineFiles {
  open(path: string, flags: string): Stream
  close(stream: Stream): void
  mkdir(path: string): void
  rmdir(path: string): void
  writeFile(path: string, text: string): void
  rename(path: string, to: string): void
  unlink(path: string): void
  chmod(path: string, mode: number): void
  truncate(path: string, length: number): void
  ftruncate(descriptor: number, length: number): void
}
const engineSchema = z.object({ FS: z.custom<EngineFiles>((value) => typeof value === 'object') })

it('[DU-18] a file or directory is synced only after it was changed', async () => {
  const { client, files } = await engine()
  const { FS } = z.parse(engineSchema, client.Module)
  const withOpen = (path: string, flags: string, work: (stream: Stream) => void) => {
    const stream = FS.open(path, flags)
    work(stream)
    FS.close(stream)
  }
  const syncsOf = (path: string) => {
    const before = files.syncs
    withOpen(path, 'r', (stream) => stream.stream_ops.fsync(stream))
    return files.syncs - before
  }
  const [folder, other] = ['/pglite/data/one', '/pglite/data/other']
  const [file, moved] = [`${folder}/file`, `${other}/moved`]
  const changes: readonly (readonly [what: string, changed: readonly string[], change: () => void])[] = [
    ['created directories', [folder, other], () => [folder, other].forEach((path) => FS.mkdir(path))],
    ['a created file', [file, folder], () => FS.writeFile(file, '')],
    ['a written file', [file], () => FS.writeFile(file, 'some text')],
    ['a truncated file', [file], () => FS.truncate(file, 6)],
    ['an open file truncated', [file], () => withOpen(file, 'r+', ({ fd }) => FS.ftruncate(fd, 2))],
    ['a mode', [file], () => FS.chmod(file, 0o600)],
    ['a moved file', [moved, folder, other], () => FS.rename(file, moved)],
    ['a removed file', [other], () => FS.unlink(moved)],
    ['a directory within', [folder], () => FS.mkdir(`${folder}/within`)],
    ['one removed', [folder], () => FS.rmdir(`${folder}/within`)],
  ]
  for (const [what, changed, change] of changes) {
    change()
    const syncs = changed.map((path) => [path, syncsOf(path), syncsOf(path)])
    expect({ what, syncs }).toEqual({ what, syncs: changed.map((path) => [path, 1, 0]) })
  }
  await client.close()
}, 60_000)

it('[DU-18] after a kill, files that were synced in one step are not synced one by one', async () => {
  const running = await engine()
  await running.client.query(`select pg_logical_emit_message(true, 'pairbot', 'written')`)
  const copies = ['first', 'second'].map((name) => join(directory, name))
  for (const copy of copies) await cp(join(directory, 'database'), join(copy, 'database'), { recursive: true })
  await running.client.close()

  const [first = '', second = ''] = copies
  const one = await engine({ isSynced: true }, first)
  expect(one.files.syncs).toBeLessThan(50)
  await one.client.close()
  const each = await engine({ isSynced: false }, second)
  expect(each.files.syncs).toBeGreaterThan(500)
  await each.client.close()
}, 60_000)

describe('[DU-34] the migrations that a database has had', { timeout: 60_000 }, () => {
  /** The time of the last of the 21 migrations that the first one replaced. */
  const REPLACED = 1_795_428_177_236
  const migrationsOf = async (client: PGlite) => {
    const { rows } = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations order by id')
    return rows.map(({ hash }) => hash)
  }

  it('are not repeated in a directory that had those that the first one replaced', async () => {
    const { client } = await engine()
    await client.exec(
      `delete from drizzle.__drizzle_migrations where created_at = ${REPLACED};
       insert into drizzle.__drizzle_migrations (id, hash, created_at) values (-1, '0019', 1795388713327), (0, '0020', ${REPLACED})`,
    )
    const before = await migrationsOf(client)
    await client.close()
    const database = await openEmbedded(directory)
    await database.close()
    const again = await engine()
    expect(await migrationsOf(again.client)).toEqual(before)
    await again.client.close()
  })

  it.each([
    ['newer', Date.UTC(2100, 0), /^The database has the schema of a newer Pairbot[^\n]+Start that version, or [^\n]+$/],
    [
      'older',
      1_795_388_713_327,
      /^The database has a schema from before the first release[^\n]+once, then this one\.$/,
    ],
  ])('are refused in one line and not changed if the newest is %s', async (_, createdAt, message) => {
    const { client } = await engine()
    await client.exec(
      `delete from drizzle.__drizzle_migrations; insert into drizzle.__drizzle_migrations (hash, created_at) values ('unknown', ${createdAt})`,
    )
    await client.close()
    await expect(openEmbedded(directory)).rejects.toThrow(message)
    const again = await engine()
    expect(await migrationsOf(again.client)).toEqual(['unknown'])
    await again.client.close()
  })
})
