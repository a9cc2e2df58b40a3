import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MemoryFS } from '@electric-sql/pglite'

/** Where the engine expects its files. */
const PGDATA = '/pglite/data'

/**
 * Files of an embedded database, copied to memory when the engine opens: the database can be read although its volume has
 * no room for the engine to write. Nothing is written back.
 */
export class MemoryCopyFS extends MemoryFS {
  readonly #directory: string

  constructor(directory: string) {
    super()
    this.#directory = directory
  }

  override async initialSyncFs(): Promise<void> {
    const fs = this.pg?.Module.FS
    if (!fs) throw new Error('The engine was not initialized')
    const copy = async (from: string, to: string): Promise<void> => {
      fs.mkdirTree(to, 0o700)
      for (const entry of await readdir(from, { withFileTypes: true })) {
        const [source, target] = [join(from, entry.name), `${to}/${entry.name}`]
        if (entry.isDirectory()) await copy(source, target)
        else if (entry.isFile()) fs.writeFile(target, await readFile(source), { mode: 0o600 })
      }
    }
    await copy(this.#directory, PGDATA)
  }
}
