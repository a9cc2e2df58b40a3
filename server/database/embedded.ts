import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { existsSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { exhaustMap, interval, type Observable } from 'rxjs'
import type { Database } from './database.ts'
import { lockDirectory } from './directory-lock.ts'
import { createDiskSpace, type DiskSpace } from './disk-space.ts'
import { DurableNodeFS } from './durable-fs.ts'
import { ReadOnly, toUnavailable } from './errors.ts'
import { checkFiles, type FileCheck } from './file-check.ts'
import { GuardedPGlite, createReplaceableClient, MemoryCopyFS } from './guarded-engine.ts'
import { DamagedDatabase, hasDatabase, syncMarkerOf } from './intact.ts'
import { assertMigratable, migrationsFolder } from './migrations.ts'
import { syncVolume, syncPath, syncTree } from './sync-volume.ts'

/** What is written to the log between two checkpoints: replayed within a second by the start after a kill. */
const DUE_BYTES = 8 * 2 ** 20

/**
 * Makes a checkpoint if much was written since the last one. The engine makes none while it runs: without this its log grows
 * for as long as the process lives, and with it the next start. True if it made one.
 */
export async function checkpointWhenDue(
  client: GuardedPGlite,
  space: Pick<DiskSpace, 'hasRoomToWrite'>,
): Promise<boolean> {
  if (client.fatalError || !space.hasRoomToWrite()) return false
  const { rows } = await client.query<{ bytes: number }>(
    'select (pg_current_wal_lsn() - redo_lsn)::float8 as bytes from pg_control_checkpoint()',
  )
  if ((rows[0]?.bytes ?? 0) < DUE_BYTES) return false
  await client.query('checkpoint')
  return true
}

/** Changed and deleted rows of a table, beyond a fifth of its rows, from which their space is worth reclaiming. */
const DUE_ROWS = 200

/**
 * [DU-9] Lets later rows take the space of changed and deleted ones, in the tables where there are many. The engine does not do
 * so by itself: a row that is changed every minute takes up to 3 MB more a day. One table after the other, as each holds up
 * everything else. Returns their names.
 */
export async function vacuumWhenDue(client: Pick<PGlite, 'query'>): Promise<readonly string[]> {
  // What was changed is counted about once a second otherwise.
  await client.query('select pg_stat_force_next_flush()')
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
     where n_dead_tup >= $1 + n_live_tup / 5 order by n_dead_tup desc`,
    [DUE_ROWS],
  )
  for (const { name } of rows) await client.query(`vacuum ${name}`)
  return rows.map(({ name }) => name)
}

const withoutSync = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']

/** Enables fsync, by the one method the file system implements, with memory and log settings for a small machine. */
export const START_PARAMS = [
  ...withoutSync.filter((param) => param !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'min_wal_size=32MB', 'max_wal_size=64MB'].flatMap((setting) => [
    '-c',
    setting,
  ]),
]

const TICK_MS = 5_000

/**
 * About how many bytes of code a function of the engine runs before V8 compiles it again to run faster: the default of Node 22
 * and later. That of Node 20 is a seventh, and fills the start with it.
 */
const OPTIMIZE_LATER = '--wasm-tiering-budget=13000000'

export interface EmbeddedSettings {
  /** How long to wait for another process to release the directory. */
  readonly lockTimeoutMs?: number | undefined
  /** Bytes available on the volume of a directory. */
  readonly free?: (directory: string) => number
  /** Triggers checkpoints, and a look at the space that a read-only database waits for; every 5 s by default. */
  readonly ticks$?: Observable<unknown>
  /** Called when work in the background failed; the next tick tries again. */
  readonly report?: (error: Error) => void
  /** Folder of the migrations; the product's by default. */
  readonly migrations?: string
}

/** An engine that is open, migrated and checked. */
interface Opened {
  readonly client: GuardedPGlite
  readonly durability: Database['durability']
  /** Absent for a copy in memory, which accepts no writes. */
  readonly check?: FileCheck
}

/**
 * Locks `directory`, opens and migrates the embedded database in it, and probes its durability. Without the space to open it
 * there, a copy in memory is read instead until there is.
 */
export async function openEmbedded(directory: string, settings: EmbeddedSettings = {}): Promise<Database> {
  const { lockTimeoutMs, free, ticks$ = interval(TICK_MS), report = () => undefined } = settings
  const { migrations = migrationsFolder() } = settings
  const lock = await lockDirectory(directory, lockTimeoutMs)
  setFlagsFromString(OPTIMIZE_LATER)
  try {
    const space = createDiskSpace(directory, free)
    await space.releaseBallast()
    let opened = await openBest(directory, space, migrations)
    const replaceable = createReplaceableClient(opened.client)
    const onTick = async () => {
      try {
        if (opened.check) {
          if (await checkpointWhenDue(opened.client, space)) await vacuumWhenDue(opened.client)
        } else if (space.hasRoomToRecover()) {
          opened = await openInPlace(directory, space, migrations)
          await replaceable.replace(opened.client)
          opened.check?.begin(report)
        }
      } catch (error) {
        report(error instanceof Error ? error : new Error(String(error)))
      }
    }
    opened.check?.begin(report)
    let lastTick = Promise.resolve()
    const housekeeping = ticks$.pipe(exhaustMap(() => (lastTick = onTick()))).subscribe()
    const isSameDirectory = recognizeFolder(join(directory, 'database'))
    const database = embeddedDatabase(replaceable.client, {
      durability: opened.durability,
      refusal() {
        if (!isSameDirectory()) return 'directory-gone'
        return !opened.check || !space.hasRoomToWrite() ? 'disk-full' : undefined
      },
    })
    return {
      ...database,
      get durability() {
        return opened.durability
      },
      files: () => opened.check?.found(),
      async close() {
        housekeeping.unsubscribe()
        await lastTick
        await opened.check?.stop()
        await database.close()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Opens the database in place, or a copy in memory if there is too little space for that. */
async function openBest(directory: string, space: DiskSpace, migrations: string): Promise<Opened> {
  const exists = hasDatabase(directory)
  if (!exists && !space.hasRoomForNew()) {
    throw new Error(
      `The volume of ${directory} has ${space.freeMib()} MiB free, and a new database needs 96 MiB. ` +
        'Free some space, or set PAIRBOT_DATA_DIR to a directory on another volume.',
    )
  }
  if (!space.hasRoomToOpen()) return openCopy(directory, space, migrations)
  try {
    return await openInPlace(directory, space, migrations)
  } catch (error) {
    if (space.hasRoomToOpen()) throw error
    return openCopy(directory, space, migrations)
  }
}

async function openInPlace(directory: string, space: DiskSpace, migrations: string): Promise<Opened> {
  // What a killed process wrote and did not sync.
  const isSynced = hasDatabase(directory) && (await syncVolume(join(directory, 'database')))
  const files = new DurableNodeFS(join(directory, 'database'), { isSynced })
  const client = await openEngine(new GuardedPGlite({ fs: files, startParams: START_PARAMS }), directory, space)
  try {
    const check = await checkFiles(client, directory)
    await migrateKnown(client, migrations)
    await syncOnce(client, directory)
    const durability = (await commitIsSynced(client, files)) ? 'fsync' : 'process'
    await space.createBallast()
    return { client, durability, check }
  } catch (error) {
    await client.close().catch(() => undefined)
    throw error
  }
}

async function openCopy(directory: string, space: DiskSpace, migrations: string): Promise<Opened> {
  const fs = new MemoryCopyFS(join(directory, 'database'))
  const client = await openEngine(new GuardedPGlite({ fs, startParams: withoutSync }), directory, space)
  await migrateKnown(client, migrations)
  await client.exec('set default_transaction_read_only = on')
  return { client, durability: 'process' }
}

async function openEngine(client: GuardedPGlite, directory: string, space: DiskSpace): Promise<GuardedPGlite> {
  try {
    await client.waitReady
    return client
  } catch (cause) {
    throw new DamagedDatabase(directory, `it cannot be opened (${space.freeMib()} MiB free on its volume)`, cause)
  }
}

async function migrateKnown(client: PGlite, folder: string): Promise<void> {
  const db = drizzle({ client })
  await assertMigratable(db, folder)
  await migrate(db, { migrationsFolder: folder })
}

/**
 * Whether a path is still the folder that it is now. The engine has its files open: if they are removed, replaced or unmounted,
 * it would go on writing to files that cannot be found again.
 */
function recognizeFolder(path: string): () => boolean {
  const idOf = () => {
    try {
      const { dev, ino } = statSync(path)
      return `${dev}:${ino}`
    } catch {
      return undefined
    }
  }
  const id = idOf()
  return () => id !== undefined && idOf() === id
}

interface EmbeddedOptions {
  readonly durability: Database['durability']
  /** Why no write may start now, if none may. */
  readonly refusal?: () => ConstructorParameters<typeof ReadOnly>[0] | undefined
}

/** The database port over an open, migrated engine. */
export function embeddedDatabase(
  client: PGlite,
  { durability, refusal: refusalNow = () => undefined }: EmbeddedOptions,
): Database {
  const db = drizzle({ client })
  const readOnly = () => {
    const reason = refusalNow()
    return reason && new ReadOnly(reason)
  }
  return {
    db,
    async transaction(work) {
      const refusal = readOnly()
      if (refusal) throw refusal
      try {
        return await db.transaction((tx) => work(tx))
      } catch (error) {
        throw toUnavailable(error) ?? error
      }
    },
    engine: 'embedded',
    durability,
    whenReady: Promise.resolve(),
    waitingFor: () => undefined,
    readOnly,
    files: () => undefined,
    whileUnchanged: (work) => client.runExclusive(work),
    async ping() {
      await client.query('select 1')
    },
    close: () => client.close(),
  }
}

/** Files of a new database are written without fsync, so they are synced once; a marker file records that. */
async function syncOnce(client: PGlite, directory: string) {
  const marker = syncMarkerOf(directory)
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
