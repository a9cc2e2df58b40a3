import { statfsSync } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const MIB = 2 ** 20
const BALLAST_BYTES = 32 * MIB
/**
 * No write begins with less room than this: the engine takes log files of 16 MiB at a time, and one that cannot be had
 * ends it. What is under way, and what it tidies by itself, fits in here.
 */
export const RESERVE_BYTES = 48 * MIB

/** Bytes free on the volume of `directory` for this process. */
export function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory)
  return bavail * bsize
}

const ballastOf = (directory: string) => join(directory, 'ballast')

/** On a full volume gives the ballast's room back, so that the engine, which cannot open without any, can. */
export async function releaseBallast(directory: string): Promise<void> {
  if (freeBytes(directory) < RESERVE_BYTES) await rm(ballastOf(directory), { force: true })
}

/** Keeps some room aside for a start on a full volume; not while room is short. */
export async function createBallast(directory: string): Promise<void> {
  const path = ballastOf(directory)
  const held = await stat(path).then(
    ({ size }) => size,
    () => 0,
  )
  if (held === BALLAST_BYTES || freeBytes(directory) < RESERVE_BYTES + 2 * BALLAST_BYTES) return
  const file = await open(path, 'w', 0o600)
  try {
    // Written out, since a file with holes holds no room.
    for (let written = 0; written < BALLAST_BYTES; written += MIB) await file.write(new Uint8Array(MIB))
  } finally {
    await file.close()
  }
}
