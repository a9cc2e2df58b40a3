import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Syncs `root` and every file and directory below it to disk. */
export async function syncTree(root: string): Promise<void> {
  for (const entry of await readdir(root, { withFileTypes: true })) {
    const path = join(root, entry.name)
    if (entry.isDirectory()) await syncTree(path)
    else if (entry.isFile()) await syncPath(path)
  }
  await syncPath(root)
}

/** Syncs one file or directory. A directory's sync makes the names in it durable. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
