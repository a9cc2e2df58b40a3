import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { Subject } from 'rxjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { freeBytes, RESERVE_BYTES } from '#server/database/disk-space.ts'
import { openEmbedded } from '#server/database/embedded.ts'
import { ReadOnly } from '#server/database/errors.ts'
import { signInAttempts } from '#server/database/schema/identity.ts'
import { createDatabaseFiles } from '#test/support/server/database.ts'

const directory = await mkdtemp(join(tmpdir(), 'pairbot-full-'))
/** A small volume of its own; only root may make one. */
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=260m', 'tmpfs', directory]).status === 0

if (!mounted) await rm(directory, { recursive: true })

describe.skipIf(!mounted)('a full volume', { timeout: 60_000 }, () => {
  beforeAll(() => createDatabaseFiles(directory))
  afterAll(async () => {
    spawnSync('umount', ['-l', directory])
    await rm(directory, { recursive: true, force: true })
  })

  const filler = join(directory, 'filler')
  /** Takes room until only `left` bytes are free. */
  const fill = async (left: number) => {
    await rm(filler, { force: true })
    await writeFile(filler, new Uint8Array(freeBytes(directory) - left))
  }
  const write = (database: Database) =>
    database.transaction((tx) =>
      tx
        .insert(signInAttempts)
        .values({ email: 'test', ipAddress: '', network: '', success: false, attemptedAt: new Date(0) }),
    )
  /** Every file below a folder with the hash of its content. */
  const fingerprints = async (folder: string) =>
    Promise.all(
      (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .toSorted()
        .map(async (path) => [
          path,
          createHash('sha1')
            .update(await readFile(path))
            .digest('hex'),
        ]),
    )
  const count = async (database: Database) => {
    const [row] = await database.db.select({ n: sql<number>`count(*)::int` }).from(signInAttempts)
    return row?.n
  }

  it('[DU-14] BC-16 refuses writes before the engine runs out, still reads, opens on its ballast, and loses nothing', async () => {
    const first = await openEmbedded(directory)
    await write(first)
    expect(statSync(join(directory, 'ballast')).size).toBe(32 * 2 ** 20)

    await fill(RESERVE_BYTES - 2 ** 20)
    await expect(write(first)).rejects.toMatchObject({ statusCode: 503, retryAfterS: 30 })
    expect(await count(first)).toBe(1)
    await fill(0)
    expect(await count(first)).toBe(1)
    await first.close()

    const second = await openEmbedded(directory)
    expect(existsSync(join(directory, 'ballast'))).toBe(false)
    expect(await count(second)).toBe(1)
    await expect(write(second)).rejects.toThrow('The server is read-only: its disk is full.')
    await rm(filler)
    await write(second)
    expect(await count(second)).toBe(2)
    await second.close()

    const third = await openEmbedded(directory)
    expect(existsSync(join(directory, 'ballast'))).toBe(true)
    await third.close()
  })

  it.each([0, 300 * 1024, 31 * 2 ** 20])(
    '[DU-16] opens for reading with %i bytes free and no ballast, changes no file, and accepts writes again when there is room',
    async (left) => {
      const before = await openEmbedded(directory)
      await write(before)
      const rows = await count(before)
      await before.close()
      await rm(join(directory, 'ballast'), { force: true })
      await fill(left)
      const files = await fingerprints(join(directory, 'database'))

      const ticks$ = new Subject<void>()
      const database = await openEmbedded(directory, { ticks$ })
      expect(await count(database)).toBe(rows)
      await database.ping()
      expect(database.readOnly()?.message).toMatch(/^The server is read-only: its disk is full\./)
      await expect(write(database)).rejects.toBeInstanceOf(ReadOnly)
      // A write that goes past the port must not seem to succeed either.
      await expect(database.db.delete(signInAttempts)).rejects.toMatchObject({ cause: { code: '25006' } })
      ticks$.next()
      expect(await fingerprints(join(directory, 'database'))).toEqual(files)

      await rm(filler)
      ticks$.next()
      await expect.poll(() => database.readOnly(), { timeout: 20_000 }).toBeUndefined()
      expect(database.durability).toBe('fsync')
      await write(database)
      expect(await count(database)).toBe((rows ?? 0) + 1)
      await database.close()

      const after = await openEmbedded(directory)
      expect(await count(after)).toBe((rows ?? 0) + 1)
      await after.close()
    },
  )

  it('[DU-16] a new database without enough room is refused in one line', async () => {
    const empty = join(directory, 'empty')
    await mkdir(empty)
    await fill(48 * 2 ** 20)
    await expect(openEmbedded(empty)).rejects.toThrow(
      new RegExp(
        `^The volume of ${empty} has 4[78] MiB free, and a new database needs 96 MiB\\. Free some space, [^\n]+$`,
      ),
    )
    expect(await readdir(empty)).toEqual([])
    await rm(filler)
  })
})
