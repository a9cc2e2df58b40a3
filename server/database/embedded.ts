import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import type { Database } from './database.ts'
import { lockDirectory } from './directory-lock.ts'
import { DurableNodeFS } from './durable-fs.ts'
import { releaseBallast, freeBytes, createBallast, RESERVE_BYTES } from './disk-space.ts'
import { Unavailable, toUnavailable } from './errors.ts'
import { GuardedPGlite } from './guarded-engine.ts'
import { migrationsFolder } from './migrations.ts'
import { syncPath, syncTree } from './sync-tree.ts'

/** Enables fsync, by the one method the file system implements, with memory settings for a small machine. */
export const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'shared_buffers=16MB',
]

/** Locks `directory`, opens and migrates the embedded database in it, and probes its durability. */
export async function openEmbedded(directory: string, lockTimeoutMs = 0): Promise<Database> {
  const lock = await lockDirectory(directory, lockTimeoutMs)
  try {
    const files = new DurableNodeFS(join(directory, 'database'))
    await releaseBallast(directory)
    const client = await openEngine(files, directory)
    await migrate(drizzle({ client }), { migrationsFolder: migrationsFolder() })
    await syncOnce(client, directory)
    const durability = (await commitIsSynced(client, files)) ? 'fsync' : 'process'
    await createBallast(directory)
    return embeddedDatabase(client, {
      durability,
      hasRoom: () => freeBytes(directory) >= RESERVE_BYTES,
      onClosed: () => lock.release(),
    })
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function openEngine(files: DurableNodeFS, directory: string): Promise<GuardedPGlite> {
  const client = new GuardedPGlite({ fs: files, startParams: START_PARAMS })
  try {
    await client.waitReady
    return client
  } catch (cause) {
    const freeMib = Math.floor(freeBytes(directory) / 2 ** 20)
    throw new Error(`The database in ${directory} cannot be opened (${freeMib} MiB free on its volume).`, { cause })
  }
}

interface EmbeddedOptions {
  readonly durability: Database['durability']
  /** Whether the volume has space for a write. */
  readonly hasRoom?: () => boolean
  readonly onClosed?: () => Promise<void>
}

/** The database port over an open, migrated engine. */
export function embeddedDatabase(client: PGlite, options: EmbeddedOptions): Database {
  const db = drizzle({ client })
  return {
    db,
    async transaction(work) {
      if (options.hasRoom?.() === false) {
        throw new Unavailable('The disk is nearly full: writes are refused until space is available.', {
          retryAfterS: 30,
        })
      }
      try {
        return await db.transaction((tx) => work(tx))
      } catch (error) {
        throw toUnavailable(error) ?? error
      }
    },
    engine: 'embedded',
    durability: options.durability,
    whenReady: Promise.resolve(),
    async ping() {
      await client.query('select 1')
    },
    async close() {
      await client.close()
      await options.onClosed?.()
    },
  }
}

/** Files of a new database are written without fsync, so they are synced once; a marker file records that. */
async function syncOnce(client: PGlite, directory: string) {
  const marker = join(directory, 'database.synced')
  if (existsSync(marker)) return
  await client.query('checkpoint')
  await syncTree(join(directory, 'database'))
  await writeFile(marker, `${new Date().toISOString()}\n`, { mode: 0o600 })
  await syncPath(marker)
  await syncPath(directory)
}

/** True if a commit makes the engine sync a file. The message is written only to the write-ahead log. */
async function commitIsSynced(client: PGlite, files: DurableNodeFS): Promise<boolean> {
  const before = files.syncs
  await client.query(`select pg_logical_emit_message(true, 'pairbot', 'durability probe')`)
  return files.syncs > before
}
