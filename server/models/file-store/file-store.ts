import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncPath } from '#server/database/sync-volume.ts'

/** Stores model files under random names, outside of every served folder. */
export interface FileStore {
  /** Path of a model's file. */
  pathOf(id: string): string
  /** A path for an incoming file. */
  incoming(): string
  /** Moves a received and synced file into the store; durable when it resolves. */
  put(path: string, id: string): Promise<void>
  remove(id: string): Promise<void>
  /** Whether a model's file is there; it may be restored while the server runs. */
  has(id: string): boolean
  /** Ids of the stored files. */
  ids(): Promise<readonly string[]>
  /** Removes unfinished uploads of an earlier process; returns their number. */
  clearIncoming(): Promise<number>
}

/** Opens the file store in the data directory. */
export async function openFileStore(dataDir: string): Promise<FileStore> {
  const root = join(dataDir, 'models')
  const incoming = join(root, 'incoming')
  const files = join(root, 'files')
  const created = await mkdir(files, { recursive: true, mode: 0o700 })
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  if (created !== undefined) for (const path of [root, dataDir]) await syncPath(path)
  const pathOf = (id: string) => join(files, id)
  return {
    pathOf,
    incoming: () => join(incoming, randomUUID()),
    async put(path, id) {
      await rename(path, pathOf(id))
      await syncPath(files)
    },
    async remove(id) {
      await rm(pathOf(id), { force: true })
      await syncPath(files)
    },
    has: (id) => existsSync(pathOf(id)),
    ids: () => readdir(files),
    async clearIncoming() {
      const leftovers = await readdir(incoming)
      for (const name of leftovers) await rm(join(incoming, name), { force: true, recursive: true })
      return leftovers.length
    },
  }
}

/** A model that the database has. */
interface StoredModel {
  readonly id: string
  readonly name: string
}

/**
 * Reconciles the files with the models of the database after a crash: removes unfinished uploads and files without a model,
 * unless there are many files and no models at all, so that database and data directory do not seem to belong together. Models
 * without a file stay, since the file may come back. Returns notices for the operator.
 */
export async function reconcile(stored: readonly StoredModel[], fileStore: FileStore): Promise<readonly string[]> {
  await fileStore.clearIncoming()
  const files = await fileStore.ids()
  if (stored.length === 0 && files.length > 1) {
    return [`${files.length} model files in the data directory are unknown to this database: they were not changed.`]
  }
  const known = new Set(stored.map(({ id }) => id))
  for (const id of files) if (!known.has(id)) await fileStore.remove(id)
  const missing = stored.filter(({ id }) => !fileStore.has(id))
  const restore = 'to models/files in the data directory, or delete'
  if (missing.length > MAX_NAMED) {
    return [`The files of ${missing.length} models are missing. Restore them ${restore} the models.`]
  }
  return missing.map(({ name }) => `The file of the model "${name}" is missing. Restore it ${restore} the model.`)
}

/** With more, one notice counts them. */
const MAX_NAMED = 3
