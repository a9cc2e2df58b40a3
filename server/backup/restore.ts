import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lockDirectory } from '#server/database/directory-lock.ts'
import { ballastOf, createDiskSpace } from '#server/database/disk-space.ts'
import { restoringOf } from '#server/database/intact.ts'
import { copyTree, type BackupSummary } from './backup.ts'
import { PARTS, verifyBackup } from './manifest.ts'
import { syncPath, syncTree } from '#server/database/sync-volume.ts'

export interface RestoreRequest {
  /** The backup. */
  readonly source: string
  readonly dataDir: string
  /** Moves data that is there into a folder beside it; otherwise it refuses the restore. */
  readonly replace: boolean
  readonly now: () => number
}

export interface RestoreSummary extends BackupSummary {
  /** When the backup was made, ISO 8601. */
  readonly createdAt: string
  /** Where the data that was there is now. */
  readonly replaced: string | undefined
}

/**
 * Restores a backup to a data directory that no server uses. Every file is verified first. If it is interrupted, the server
 * refuses to start until it is repeated.
 */
export async function restore({ source, dataDir, replace, now }: RestoreRequest): Promise<RestoreSummary> {
  const manifest = await verifyBackup(source)
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
  const lock = await lockDirectory(dataDir)
  try {
    const present = [...PARTS].filter((part) => existsSync(join(dataDir, part)))
    if (present.length > 0 && !replace) {
      throw new Error(
        `${dataDir} has data already (${present.join(', ')}). Add --replace to move it to a folder beside it.`,
      )
    }
    const restoring = restoringOf(dataDir)
    await rm(restoring, { recursive: true, force: true })
    const space = createDiskSpace(dataDir)
    if (space.freeMib() * 2 ** 20 < bytes) {
      throw new Error(
        `${dataDir} has ${space.freeMib()} MiB free, and the backup needs ${Math.ceil(bytes / 2 ** 20)} MiB.`,
      )
    }
    await mkdir(restoring, { mode: 0o700 })
    for (const part of PARTS) await copyTree(join(source, part), join(restoring, part))
    await syncTree(restoring)
    const replaced = present.length > 0 ? join(dataDir, `replaced-${stampOf(now())}`) : undefined
    if (replaced !== undefined) await moveParts(dataDir, replaced)
    for (const part of PARTS) {
      if (existsSync(join(restoring, part))) await rename(join(restoring, part), join(dataDir, part))
    }
    await syncPath(dataDir)
    await rm(restoring, { recursive: true })
    await syncPath(dataDir)
    return { files: manifest.files.length, bytes, createdAt: manifest.created_at, replaced }
  } finally {
    await lock.release()
  }
}

async function moveParts(dataDir: string, replaced: string): Promise<void> {
  await mkdir(replaced, { mode: 0o700 })
  await rm(ballastOf(dataDir), { force: true })
  for (const part of PARTS) {
    if (existsSync(join(dataDir, part))) await rename(join(dataDir, part), join(replaced, part))
  }
}

/** A time as part of a file name. */
export const stampOf = (at: number): string => new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')
