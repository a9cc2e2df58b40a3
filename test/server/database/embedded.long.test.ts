import { existsSync, fsyncSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { DurableNodeFS } from '#server/database/durable-fs.ts'
import { embeddedDatabase, openEmbedded, START_PARAMS } from '#server/database/embedded.ts'
import { Unavailable } from '#server/database/errors.ts'
import { GuardedPGlite } from '#server/database/guarded-engine.ts'
import { signInAttempts } from '#server/database/schema/identity.ts'

const ENTRY = { email: 'test', ipAddress: '', network: '', success: false, attemptedAt: new Date(0) }

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pairbot-db-'))
})
afterAll(() => rm(directory, { recursive: true }))

const countEntries = async (database: Database) => {
  const [row] = await database.db.select({ n: sql<number>`count(*)::int` }).from(signInAttempts)
  return row?.n
}

describe('the embedded database', { timeout: 90_000 }, () => {
  it('[DU-10] is created, migrated and synced at the first start, and persists writes', async () => {
    const first = await openEmbedded(directory)
    expect([first.engine, first.durability]).toEqual(['embedded', 'fsync'])
    expect(existsSync(join(directory, 'database.synced'))).toBe(true)
    await expect(openEmbedded(directory)).rejects.toThrow('is in use by another Pairbot process')
    await first.transaction((tx) => tx.insert(signInAttempts).values(ENTRY))
    await first.close()

    const second = await openEmbedded(directory)
    expect(await countEntries(second)).toBe(1)
    await expect(second.ping()).resolves.toBeUndefined()
    await second.close()
    expect(await readdir(directory)).not.toContain('lock')
  })

  it('[DU-11] a transaction that throws leaves nothing', async () => {
    const database = await openEmbedded(directory)
    const attempt = database.transaction(async (tx) => {
      await tx.insert(signInAttempts).values(ENTRY)
      throw new Error('changed my mind')
    })
    await expect(attempt).rejects.toThrow('changed my mind')
    expect(await countEntries(database)).toBe(1)
    await database.close()
  })

  it('[DU-12] every commit reaches the disk before it is acknowledged', async () => {
    const files = new DurableNodeFS(join(directory, 'database'))
    const client = new GuardedPGlite({ fs: files, startParams: START_PARAMS })
    const database = embeddedDatabase(client, { durability: 'fsync' })
    const grown: boolean[] = []
    for (let i = 0; i < 5; i += 1) {
      const before = files.syncs
      await database.transaction((tx) => tx.insert(signInAttempts).values(ENTRY))
      grown.push(files.syncs > before)
    }
    const settings = await client.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'wal_sync_method', 'full_page_writes') order by name`,
    )
    await database.close()

    expect(grown).toEqual([true, true, true, true, true])
    expect(settings.rows).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'synchronous_commit', setting: 'on' },
      { name: 'wal_sync_method', setting: 'fsync' },
    ])
  })

  it('[DU-13] D3 BC-18 after a failed fsync nothing is acknowledged until the restart, and no acknowledged write is lost', async () => {
    let broken = false
    const files = new DurableNodeFS(join(directory, 'database'), {
      fsync(descriptor) {
        if (broken) throw new Error('EIO: i/o error, fsync')
        fsyncSync(descriptor)
      },
    })
    const client = new GuardedPGlite({ fs: files, startParams: START_PARAMS })
    const database = embeddedDatabase(client, { durability: 'fsync' })
    const before = await countEntries(database)
    await database.transaction((tx) => tx.insert(signInAttempts).values(ENTRY))
    broken = true
    const write = () => database.transaction((tx) => tx.insert(signInAttempts).values(ENTRY))
    await expect(write()).rejects.toThrow(Unavailable)
    broken = false
    await expect(write()).rejects.toThrow('The disk failed to store a write.')
    await expect(database.ping()).rejects.toThrow(Unavailable)
    await expect(database.db.insert(signInAttempts).values(ENTRY)).rejects.toThrow('Failed query')
    await database.close().catch(() => undefined)

    const reopened = await openEmbedded(directory)
    const after = await countEntries(reopened)
    await reopened.close()
    expect([before! + 1, before! + 2]).toContain(after)
  })
})
