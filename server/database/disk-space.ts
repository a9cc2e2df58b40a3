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

/** Bytes available to this process on the volume of `directory`. */
export function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}

const ballastOf = (directory: string) => join(directory, 'ballast')

/** Deletes the ballast file on a full volume, because the engine needs some space to open. */
export async function releaseBallast(directory: string): Promise<void> {
  if (freeBytes(directory) < RESERVE_BYTES) await rm(ballastOf(directory), { force: true })
}

/** Reserves space for a start on a full volume with a ballast file, unless space is short. */
export async function createBallast(directory: string): Promise<void> {
  const path = ballastOf(directory)
  const held = await stat(path).then(
    ({ size }) => size,
    () => 0,
  )
  if (held === BALLAST_BYTES || freeBytes(directory) < RESERVE_BYTES + 2 * BALLAST_BYTES) return
  const file = await open(path, 'w', 0o600)
  try {
    // Written in full, since a sparse file reserves no space.
    for (let written = 0; written < BALLAST_BYTES; written += MIB) await file.write(new Uint8Array(MIB))
  } finally {
    await file.close()
  }
}
