import { statfsSync } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const MIB = 2 ** 20
const BALLAST_BYTES = 32 * MIB
/**
 * Free space below which no write starts. The engine allocates log files of 16 MiB and dies if one fails; writes in
 * progress and its own housekeeping fit in this reserve.
 */
export const RESERVE_BYTES = 48 * MIB
/** What the engine needs to open and recover a database. With less it is read from a copy in memory. */
const OPEN_BYTES = 32 * MIB
/** What a new database takes, with the reserve. */
const NEW_DATABASE_BYTES = 96 * MIB

/** Bytes available to this process on the volume of `directory`. */
export function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}

/** Space on the volume of a data directory. */
export interface DiskSpace {
  readonly freeMib: () => number
  /** Whether a write may start. */
  readonly hasRoomToWrite: () => boolean
  /** Whether the engine can open the database in place. */
  readonly hasRoomToOpen: () => boolean
  readonly hasRoomForNew: () => boolean
  /** Whether a database that is read from memory should be opened in place again. */
  readonly hasRoomToRecover: () => boolean
  /** Deletes the ballast file if space is short. */
  releaseBallast(): Promise<void>
  /** Reserves space for a start on a full volume with a ballast file, unless space is short or cannot be had. */
  createBallast(): Promise<void>
}

export const ballastOf = (directory: string): string => join(directory, 'ballast')

/** @param free bytes available on the volume of a directory */
export function createDiskSpace(directory: string, free: (directory: string) => number = freeBytes): DiskSpace {
  const path = ballastOf(directory)
  /** A volume that cannot be asked has no room. */
  const available = () => {
    try {
      return free(directory)
    } catch {
      return 0
    }
  }
  const has = (bytes: number) => () => available() >= bytes
  return {
    freeMib: () => Math.floor(available() / MIB),
    hasRoomToWrite: has(RESERVE_BYTES),
    hasRoomToOpen: has(OPEN_BYTES),
    hasRoomForNew: has(NEW_DATABASE_BYTES),
    hasRoomToRecover: has(RESERVE_BYTES + OPEN_BYTES),
    async releaseBallast() {
      if (available() < RESERVE_BYTES) await rm(path, { force: true })
    },
    async createBallast() {
      const held = await stat(path).then(
        ({ size }) => size,
        () => 0,
      )
      if (held === BALLAST_BYTES || available() < RESERVE_BYTES + 2 * BALLAST_BYTES) return
      // Without it the server runs too: a quota may allow less than the volume has.
      await write(path, BALLAST_BYTES).catch(() => rm(path, { force: true, recursive: true }))
    },
  }
}

/** Writes a file in full, since a sparse one reserves no space. */
async function write(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    for (let written = 0; written < bytes; written += MIB) await file.write(new Uint8Array(MIB))
  } finally {
    await file.close()
  }
}
