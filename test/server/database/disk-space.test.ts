import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ballastOf, createDiskSpace, freeBytes, RESERVE_BYTES } from '#server/database/disk-space.ts'

const MIB = 2 ** 20

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pairbot-space-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const spaceWith = (mib: number) => createDiskSpace(directory, () => mib * MIB)
const ballastBytes = async () => (await stat(ballastOf(directory))).size

describe('the space on a volume', () => {
  it.each([
    // free MiB, write, open, new database, recover
    [0, false, false, false, false],
    [31, false, false, false, false],
    [32, false, true, false, false],
    [47, false, true, false, false],
    [48, true, true, false, false],
    [79, true, true, false, false],
    [80, true, true, false, true],
    [95, true, true, false, true],
    [96, true, true, true, true],
  ])('[DU-14] [DU-16] %i MiB: write %s, open %s, a new database %s, recover %s', (mib, write, open, fresh, recover) => {
    const space = spaceWith(mib)
    expect(space.freeMib()).toBe(mib)
    expect(space.hasRoomToWrite()).toBe(write)
    expect(space.hasRoomToOpen()).toBe(open)
    expect(space.hasRoomForNew()).toBe(fresh)
    expect(space.hasRoomToRecover()).toBe(recover)
  })

  it('[DU-14] is told in whole MiB, rounded down', () => {
    expect(createDiskSpace(directory, () => 5 * MIB - 1).freeMib()).toBe(4)
  })

  it('[DU-14] is asked for the directory, each time', () => {
    const asked: string[] = []
    const space = createDiskSpace(directory, (path) => asked.push(path) * 40 * MIB)
    expect([space.hasRoomToWrite(), space.hasRoomToWrite()]).toEqual([false, true])
    expect(asked).toEqual([directory, directory])
  })

  it('[DU-14] of a real volume is positive, and of a folder that is not there an error', () => {
    expect(freeBytes(directory)).toBeGreaterThan(0)
    expect(Number.isInteger(freeBytes(directory))).toBe(true)
    expect(() => freeBytes(join(directory, 'missing'))).toThrow('ENOENT')
    expect(createDiskSpace(directory).freeMib()).toBeGreaterThan(0)
  })

  it('[DU-14] BC-44 a volume that cannot be asked has no room', async () => {
    const space = createDiskSpace(join(directory, 'missing'))
    expect([space.freeMib(), space.hasRoomToWrite(), space.hasRoomToOpen()]).toEqual([0, false, false])
    await space.createBallast()
    await space.releaseBallast()
    expect(existsSync(join(directory, 'missing'))).toBe(false)
  })
})

describe('the ballast', () => {
  it('[DU-14] takes 32 MiB for its owner only, where the reserve and twice as much are left', async () => {
    await spaceWith(48 + 64 - 1).createBallast()
    expect(existsSync(ballastOf(directory))).toBe(false)
    await spaceWith(48 + 64).createBallast()
    expect(await ballastBytes()).toBe(32 * MIB)
    const { mode, blocks } = await stat(ballastOf(directory))
    expect(mode & 0o777).toBe(0o600)
    expect(blocks * 512).toBeGreaterThanOrEqual(32 * MIB)
    expect(ballastOf(directory)).toBe(join(directory, 'ballast'))
  })

  it('[DU-14] is released only when there is no room to write', async () => {
    await writeFile(ballastOf(directory), 'x')
    await spaceWith(RESERVE_BYTES / MIB).releaseBallast()
    expect(existsSync(ballastOf(directory))).toBe(true)
    await spaceWith(RESERVE_BYTES / MIB - 1).releaseBallast()
    expect(existsSync(ballastOf(directory))).toBe(false)
    await spaceWith(0).releaseBallast()
  })

  it.each([0, 1, 33])('[DU-14] BC-41 of %i MiB is made anew; one of the right size is left alone', async (mib) => {
    const path = ballastOf(directory)
    await writeFile(path, new Uint8Array(mib * MIB))
    await spaceWith(1_000).createBallast()
    expect(await ballastBytes()).toBe(32 * MIB)
    const { mtimeMs } = await stat(path)
    await spaceWith(1_000).createBallast()
    expect((await stat(path)).mtimeMs).toBe(mtimeMs)
  })

  it('[DU-14] BC-41 that cannot be written is done without', async () => {
    await mkdir(ballastOf(directory))
    await spaceWith(1_000).createBallast()
    expect(existsSync(ballastOf(directory))).toBe(false)
  })
})
