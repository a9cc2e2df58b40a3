import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncPath } from '#server/database/sync-tree.ts'

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
