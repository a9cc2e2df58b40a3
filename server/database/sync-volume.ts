import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statfsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** File systems of Linux, by their number, whose syncfs(2) is as good as an fsync of each file, as PostgreSQL uses it. */
const TRUSTED = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // xfs
  0x9123683e, // btrfs
  0xf2f52010, // f2fs
  0x2fc12fc1, // zfs
  0x794c7630, // overlayfs
  0x01021994, // tmpfs
])

export interface SyncVolumeOptions {
  /** Command that syncs the volume of the path after it; `sync -f` by default. */
  readonly command?: readonly string[]
  readonly patienceMs?: number
}

/**
 * Syncs all that was written to the volume of `path` in one step, which Node has no function for. False where the system
 * cannot, or not in time: then every file has to be synced.
 */
export async function syncVolume(
  path: string,
  { command = ['sync', '-f'], patienceMs = 1_000 }: SyncVolumeOptions = {},
): Promise<boolean> {
  if (process.platform !== 'linux' || !TRUSTED.has(statfsSync(path).type)) return false
  const [name = '', ...options] = command
  const child = spawn(name, [...options, path], { stdio: 'ignore' })
  const answered = new AbortController()
  const isSynced = await Promise.race([
    once(child, 'exit').then(
      ([code]) => code === 0,
      () => false,
    ),
    delay(patienceMs, false, { signal: answered.signal }).catch(() => false),
  ])
  answered.abort()
  // The process may end before a disk that takes longer.
  child.unref()
  return isSynced
}

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
