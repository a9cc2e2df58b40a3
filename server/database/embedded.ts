import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import type { Database } from './database.ts'
import { lockDirectory } from './directory-lock.ts'
import { DurableNodeFS } from './durable-fs.ts'
import { Unavailable, unavailableOf } from './errors.ts'
import { migrationsFolder } from './migrations.ts'
import { syncPath, syncTree } from './sync-tree.ts'

/** fsync on, by the one call that the file system implements, and memory fit for one process on a small machine. */
const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'shared_buffers=16MB',
]

/** Opens the embedded database below `directory`, alone, migrated, and with proof of its durability. */
export async function openEmbedded(directory: string, lockPatienceMs = 0): Promise<Database> {
  const lock = await lockDirectory(directory, lockPatienceMs)
  try {
    const files = new DurableNodeFS(join(directory, 'database'))
    const client = await PGlite.create({ fs: files, startParams: START_PARAMS })
    await migrate(drizzle({ client }), { migrationsFolder: migrationsFolder() })
    await syncOnce(client, directory)
    const durability = (await commitIsSynced(client, files)) ? 'fsync' : 'process'
    return embeddedDatabase(client, { durability, failure: () => files.failure, onClosed: () => lock.release() })
  } catch (error) {
    await lock.release()
    throw error
  }
}

interface EmbeddedOptions {
  readonly durability: Database['durability']
  /** Why nothing may be acknowledged any more, once that is so. */
  readonly failure?: () => Error | undefined
  readonly onClosed?: () => Promise<void>
}

/** The database port over an open engine whose schema is in place. */
export function embeddedDatabase(client: PGlite, options: EmbeddedOptions): Database {
  const db = drizzle({ client })
  const refuseAfterFailure = () => {
    const cause = options.failure?.()
    if (cause) throw new Unavailable('The disk failed to store a write. The server must be restarted.', { cause })
  }
  return {
    db,
    async transaction(work) {
      refuseAfterFailure()
      try {
        return await db.transaction((tx) => work(tx))
      } catch (error) {
        refuseAfterFailure()
        throw unavailableOf(error) ?? error
      }
    },
    engine: 'embedded',
    durability: options.durability,
    whenReady: Promise.resolve(),
    async ping() {
      refuseAfterFailure()
      await client.query('select 1')
    },
    async close() {
      await client.close()
      await options.onClosed?.()
    },
  }
}

/** The files of a new database are written without fsync; they are synced once, and a mark says that it happened. */
async function syncOnce(client: PGlite, directory: string) {
  const mark = join(directory, 'database.synced')
  if (existsSync(mark)) return
  await client.query('checkpoint')
  await syncTree(join(directory, 'database'))
  await writeFile(mark, `${new Date().toISOString()}\n`, { mode: 0o600 })
  await syncPath(mark)
  await syncPath(directory)
}

/** True when one commit made the engine sync a file. The message goes to the write-ahead log only. */
async function commitIsSynced(client: PGlite, files: DurableNodeFS): Promise<boolean> {
  const before = files.syncs
  await client.query(`select pg_logical_emit_message(true, 'pairbot', 'durability probe')`)
  return files.syncs > before
}
