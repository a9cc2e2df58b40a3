import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rename, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { Subject } from 'rxjs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openEmbedded } from '#server/database/embedded.ts'
import { ReadOnly } from '#server/database/errors.ts'
import { GuardedPGlite } from '#server/database/guarded-engine.ts'
import { signInAttempts } from '#server/database/schema/identity.ts'
import { start } from '#server/start.ts'
import { createLogger } from '#server/http/logger.ts'
import { parseSettings } from '#server/settings.ts'
import { createDatabaseFiles } from '#test/support/server/database.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pairbot-directory-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

async function makeDirectory(name: string): Promise<string> {
  const directory = join(root, name)
  await mkdir(directory)
  await createDatabaseFiles(directory)
  return directory
}

const write = (database: Database) =>
  database.transaction((tx) =>
    tx
      .insert(signInAttempts)
      .values({ email: 'test', ipAddress: '', network: '', success: false, attemptedAt: new Date(0) }),
  )
const count = async ({ db }: Database) => {
  const [row] = await db.select({ n: sql<number>`count(*)::int` }).from(signInAttempts)
  return row?.n
}
const GONE =
  'The server is read-only: its data directory is gone or was replaced. Signing in and changes are refused until it is back.'

describe('a data directory under a running server', { timeout: 60_000 }, () => {
  it.each(['database', ''])(
    '[DU-19] BC-40 whose folder %j is moved away refuses writes, reads on, and accepts them again when it is back',
    async (folder) => {
      const directory = await makeDirectory(`moved-${folder}`)
      const database = await openEmbedded(directory)
      await write(database)
      const [place, away] = [join(directory, folder), join(root, `away-${folder}`)]
      await rename(place, away)
      await expect(write(database)).rejects.toThrow(GONE)
      expect(database.readOnly()).toBeInstanceOf(ReadOnly)
      expect(await count(database)).toBe(1)
      await rename(away, place)
      await write(database)
      expect(await count(database)).toBe(2)
      await database.close()
    },
  )

  it('[DU-19] BC-40 that is replaced by a copy refuses writes, which nobody would find again', async () => {
    const directory = await makeDirectory('replaced')
    const database = await openEmbedded(directory)
    const place = join(directory, 'database')
    await rename(place, `${place}.old`)
    await cp(`${place}.old`, place, { recursive: true })
    await expect(write(database)).rejects.toThrow(GONE)
    await database.close()
  })

  it('[DU-14] BC-41 whose ballast was shortened or removed gets it back with the next start', async () => {
    const directory = await makeDirectory('ballast')
    await (await openEmbedded(directory)).close()
    const ballast = join(directory, 'ballast')
    await truncate(ballast, 5)
    await (await openEmbedded(directory)).close()
    expect(spawnSync('stat', ['-c', '%s', ballast]).stdout.toString().trim()).toBe(String(32 * 2 ** 20))
  })

  it('[DU-15] BC-45 background work that fails once is reported, and tried again with the next tick', async () => {
    const directory = await makeDirectory('tick')
    const ticks$ = new Subject<void>()
    const errors: string[] = []
    const database = await openEmbedded(directory, { ticks$, report: ({ message }) => errors.push(message) })
    const query = vi.spyOn(GuardedPGlite.prototype, 'query').mockRejectedValueOnce(new Error('away'))
    ticks$.next()
    await expect.poll(() => errors).toEqual(['away'])
    await write(database)
    const before = query.mock.calls.length
    ticks$.next()
    await expect.poll(() => query.mock.calls.length).toBeGreaterThan(before)
    query.mockRestore()
    expect(errors).toEqual(['away'])
    await database.close()
  })
})

describe('a data directory that cannot be written', { timeout: 60_000 }, () => {
  const startOn = (dataDir: string) =>
    start(parseSettings({ PORT: '0', PAIRBOT_DATA_DIR: dataDir, PAIRBOT_MARKET: 'simulated' }), {
      logger: createLogger('silent'),
      clientRoot: undefined,
    })

  it('[OP-30] BC-43 because its volume is mounted read-only aborts the start in one line that says so', async (context) => {
    const directory = join(root, 'volume')
    await mkdir(directory)
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,ro', 'tmpfs', directory]).status !== 0)
      return context.skip('only root can mount a volume')
    try {
      await expect(startOn(directory)).rejects.toThrow(
        new RegExp(
          `^PAIRBOT_DATA_DIR: ${directory} is not writable \\([^\n]*EROFS[^\n]*\\)\\. Correct its owner or mount, [^\n]+$`,
        ),
      )
    } finally {
      spawnSync('umount', ['-l', directory])
    }
  })

  it('[OP-30] BC-43 because it is below a file aborts the start in one line that says so', async () => {
    await expect(startOn('/etc/hostname/data')).rejects.toThrow(/^PAIRBOT_DATA_DIR: cannot be created \([^\n]+\)$/)
  })
})
