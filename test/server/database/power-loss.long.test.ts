import { cpSync, fsyncSync, readlinkSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database, Queries } from '#server/database/database.ts'
import { DurableNodeFS } from '#server/database/durable-fs.ts'
import { embeddedDatabase, openEmbedded, START_PARAMS } from '#server/database/embedded.ts'
import { GuardedPGlite } from '#server/database/guarded-engine.ts'
import { signInAttempts } from '#server/database/schema/identity.ts'
import { createDatabaseFiles } from '#test/support/server/database.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'pairbot-power-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const insert = (tx: Queries, email: string) =>
  tx.insert(signInAttempts).values({ email, ipAddress: '', network: '', success: false, attemptedAt: new Date(0) })
const write = (database: Database, email: string) => database.transaction((tx) => insert(tx, email))
const written = async ({ db }: Database) =>
  (await db.select().from(signInAttempts)).map(({ email }) => email).toSorted()

/**
 * A database whose disk keeps only what was synced: of each file the bytes of its last sync, or of the first start, which
 * syncs everything. A power cut leaves what stands in `disk`, or more.
 */
async function onForgetfulDisk(prepare: (live: string) => Promise<void> = createDatabaseFiles) {
  const [live, disk] = [join(root, 'live'), join(root, 'disk')]
  await mkdir(live)
  await prepare(live)
  cpSync(live, disk, { recursive: true })
  const files = new DurableNodeFS(join(live, 'database'), {
    isSynced: true,
    fsync(descriptor) {
      fsyncSync(descriptor)
      const path = readlinkSync(`/proc/self/fd/${descriptor}`)
      cpSync(path, join(disk, path.slice(live.length)), { recursive: true })
    },
  })
  const client = new GuardedPGlite({ fs: files, startParams: START_PARAMS })
  await client.waitReady
  const cut = async (into: string) => {
    const image = join(root, into)
    cpSync(disk, image, { recursive: true })
    const reopened = await openEmbedded(image)
    const rows = await written(reopened)
    await reopened.close()
    return rows
  }
  return { database: embeddedDatabase(client, { durability: 'fsync' }), client, cut }
}

/** Files of a database as a killed process leaves them, with a row that only the log has. */
async function leaveKilled(directory: string): Promise<void> {
  const running = join(root, 'running')
  await mkdir(running)
  await createDatabaseFiles(running)
  const client = new GuardedPGlite({
    fs: new DurableNodeFS(join(running, 'database')),
    startParams: START_PARAMS,
  })
  await client.waitReady
  await write(embeddedDatabase(client, { durability: 'fsync' }), 'before')
  cpSync(running, directory, { recursive: true })
  await client.close()
}

describe.skipIf(process.platform !== 'linux')('a power cut that drops unsynced data', { timeout: 60_000 }, () => {
  it('[DU-12] BC-30 every acknowledged row survives, before and after a checkpoint; unacknowledged ones do not', async () => {
    const { database, client, cut } = await onForgetfulDisk()
    for (const email of ['a', 'b', 'c']) await write(database, email)
    expect(await cut('first')).toEqual(['a', 'b', 'c'])

    await client.query('checkpoint')
    await write(database, 'd')
    const images: Promise<string[]>[] = []
    await database
      .transaction(async (tx) => {
        await insert(tx, 'half')
        images.push(cut('second'))
        throw new Error('the power is gone')
      })
      .catch(() => undefined)
    expect(await Promise.all(images)).toEqual([['a', 'b', 'c', 'd']])
    await database.close()
  })

  it('[DU-18] BC-30 nor is one lost after the start that followed a kill, in which only what the recovery changed is synced', async () => {
    const { database, client, cut } = await onForgetfulDisk(leaveKilled)
    await write(database, 'after')
    expect(await cut('first')).toEqual(['after', 'before'])
    await client.query('checkpoint')
    await write(database, 'later')
    expect(await cut('second')).toEqual(['after', 'before', 'later'])
    await database.close()
  })
})
