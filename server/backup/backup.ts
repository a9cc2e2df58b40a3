import { constants, existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { describeFiles, manifestOf, noteBackup, PARTS } from './manifest.ts'
import { syncPath, syncTree } from '#server/database/sync-volume.ts'

export interface BackupRequest {
  readonly dataDir: string
  /** Folder to create. */
  readonly target: string
  readonly now: () => number
  /** Runs `copy` while no file of the database changes. */
  readonly whileUnchanged: (copy: () => Promise<void>) => Promise<void>
}

export interface BackupSummary {
  readonly files: number
  readonly bytes: number
}

/** Copies a data directory to a new folder, whose manifest comes last: without one a backup is incomplete. */
export async function backUp({ dataDir, target, now, whileUnchanged }: BackupRequest): Promise<BackupSummary> {
  if (existsSync(target)) throw new Error(`${target} exists already: a backup goes to a new folder.`)
  if (isWithin(target, dataDir)) throw new Error(`${target} is in the data directory: a backup goes to another folder.`)
  const draft = `${target}.partial`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  try {
    // Models first, since they may be large; only those added meanwhile are left for the time the database stands still.
    await copyTree(join(dataDir, 'models'), join(draft, 'models'))
    await whileUnchanged(async () => {
      for (const part of PARTS) await copyTree(join(dataDir, part), join(draft, part))
    })
    const manifest = await describeFiles(draft, new Date(now()))
    await writeFile(manifestOf(draft), `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600 })
    await syncTree(draft)
    await rename(draft, target)
    await syncPath(dirname(target))
    await noteBackup(dataDir, new Date(now()))
    return { files: manifest.files.length, bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0) }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw isFull(error)
      ? new Error(`The volume of ${target} is full: nothing was left there.`, { cause: error })
      : error
  }
}

const isWithin = (path: string, folder: string): boolean =>
  `${resolve(path)}${sep}`.startsWith(`${resolve(folder)}${sep}`)

const isFull = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOSPC'

/** Unfinished uploads, and what the engine of another process has open. */
const LEFT_OUT = new Set(['incoming', 'postmaster.pid'])

/** Copies what is not there yet of a file or folder; on file systems that can, without copying its blocks. */
export async function copyTree(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR' || error.code === 'ENOENT') return undefined
    throw error
  })
  if (entries === undefined) {
    if (!existsSync(from) || existsSync(to)) return
    await copyFile(from, to, constants.COPYFILE_FICLONE)
    return
  }
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const { name } of entries) if (!LEFT_OUT.has(name)) await copyTree(join(from, name), join(to, name))
}
