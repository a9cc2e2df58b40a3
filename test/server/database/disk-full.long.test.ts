import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { freeBytes, RESERVE_BYTES } from '#server/database/disk-space.ts'
import { openEmbedded } from '#server/database/embedded.ts'
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
    await expect(write(second)).rejects.toThrow('The disk is nearly full')
    await rm(filler)
    await write(second)
    expect(await count(second)).toBe(2)
    await second.close()

    const third = await openEmbedded(directory)
    expect(existsSync(join(directory, 'ballast'))).toBe(true)
    await third.close()
  })

  it('[DU-14] without a ballast the start reports the free space', async () => {
    await rm(join(directory, 'ballast'))
    await fill(0)
    await expect(openEmbedded(directory)).rejects.toThrow(
      `The database in ${directory} cannot be opened (0 MiB free on its volume).`,
    )
  })
})
