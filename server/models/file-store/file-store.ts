import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncPath } from '#server/database/sync-tree.ts'

/** Where the files of models stand, outside of everything that is served. What they are called says nothing. */
export interface FileStore {
  /** Path of a model's file. */
  pathOf(id: string): string
  /** A path for a file that is on its way in. */
  incoming(): string
  /** Puts a file that has arrived, synced, onto the shelf; durable when it resolves. */
  put(path: string, id: string): Promise<void>
  remove(id: string): Promise<void>
  /** Ids of the files on the shelf. */
  ids(): Promise<readonly string[]>
  /** Removes what was on its way in when the process ended; gives how many. */
  clearIncoming(): Promise<number>
}

/** Opens the shelf in the data directory. `isNew` says that there was none. */
export async function openFileStore(
  dataDir: string,
): Promise<{ readonly fileStore: FileStore; readonly isNew: boolean }> {
  const root = join(dataDir, 'models')
  const incoming = join(root, 'incoming')
  const files = join(root, 'files')
  const created = await mkdir(files, { recursive: true, mode: 0o700 })
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  if (created !== undefined) for (const path of [root, dataDir]) await syncPath(path)
  const pathOf = (id: string) => join(files, id)
  return {
    isNew: created !== undefined,
    fileStore: {
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
      ids: () => readdir(files),
      async clearIncoming() {
        const leftovers = await readdir(incoming)
        for (const name of leftovers) await rm(join(incoming, name), { force: true, recursive: true })
        return leftovers.length
      },
    },
  }
}
