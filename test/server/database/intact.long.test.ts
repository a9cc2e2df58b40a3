import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, open, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openEmbedded } from '#server/database/embedded.ts'
import { signInAttempts } from '#server/database/schema/identity.ts'
import { createDatabaseFiles } from '#test/support/server/database.ts'

let root: string
let whole: string
let directory: string
/** The file of a table with rows. */
let tableFile: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pairbot-intact-'))
  whole = join(root, 'whole')
  await mkdir(whole)
  await createDatabaseFiles(whole)
  const database = await openEmbedded(whole)
  const rows = Array.from({ length: 500 }, (_, n) => ({
    email: `user-${n}@pairbot.test`,
    ipAddress: '',
    network: '',
    success: false,
    attemptedAt: new Date(n),
  }))
  await database.transaction((tx) => tx.insert(signInAttempts).values(rows))
  const [row] = await database.db
    .select({ path: sql<string>`pg_relation_filepath('sign_in_attempts')` })
    .from(signInAttempts)
    .limit(1)
  tableFile = join('database', row?.path ?? '')
  await database.close()
}, 60_000)
afterAll(() => rm(root, { recursive: true, force: true }))

beforeEach(async () => {
  directory = await mkdtemp(join(root, 'copy-'))
  await cp(whole, directory, { recursive: true })
})

const WAY_OUT =
  'Nothing was changed. Restore a backup with "npm run restore -- <folder>", or set PAIRBOT_DATA_DIR to an empty directory to start anew.'
const refusal = (problem: string) => `The database in ${directory} cannot be used: ${problem}. ${WAY_OUT}`

describe('a damaged data directory', { timeout: 60_000 }, () => {
  it.each(['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact'])(
    '[DU-17] without database/%s the start is refused and nothing is created',
    async (name) => {
      await rm(join(directory, 'database', name), { recursive: true })
      const files = await readdir(join(directory, 'database'), { recursive: true })
      await expect(openEmbedded(directory)).rejects.toThrow(refusal(`database/${name} is missing or empty`))
      expect(await readdir(join(directory, 'database'), { recursive: true })).toEqual(files)
    },
  )

  it('[DU-17] an empty PG_VERSION is refused too', async () => {
    await truncate(join(directory, 'database', 'PG_VERSION'), 0)
    await expect(openEmbedded(directory)).rejects.toThrow(refusal('database/PG_VERSION is missing or empty'))
  })

  it.each(['database.synced', 'ballast', 'signing-keys.json'])(
    '[DU-17] %s without a database is refused: there was one',
    async (sign) => {
      const empty = await mkdtemp(join(root, 'empty-'))
      await writeFile(join(empty, sign), 'x')
      await expect(openEmbedded(empty)).rejects.toThrow('cannot be used: database/PG_VERSION is missing or empty.')
      expect(existsSync(join(empty, 'database'))).toBe(false)
    },
  )

  it('[DU-17] what an interrupted first start left is completed', async () => {
    const begun = await mkdtemp(join(root, 'begun-'))
    await mkdir(join(begun, 'database', 'base'), { recursive: true })
    const database = await openEmbedded(begun)
    await expect(database.ping()).resolves.toBeUndefined()
    await database.close()
  })

  it('[DU-17] a table with a damaged page is refused by name', async () => {
    const path = join(directory, tableFile)
    const { size } = await stat(path)
    const file = await open(path, 'r+')
    await file.write(Buffer.alloc(64, 0xa5), 0, 64, size - 4_000)
    await file.close()
    await expect(openEmbedded(directory)).rejects.toThrow(
      /cannot be used: the table sign_in_attempts is damaged \(invalid page in block \d+ of relation [^\n]+\)\. Nothing was changed\./,
    )
  })

  it('[DU-17] a missing table is refused by name', async () => {
    await rm(join(directory, tableFile))
    await expect(openEmbedded(directory)).rejects.toThrow(
      /cannot be used: the table sign_in_attempts is damaged \([^\n]+\)/,
    )
  })

  it('[DU-17] a damaged control file is refused', async () => {
    const file = await open(join(directory, 'database', 'global', 'pg_control'), 'r+')
    await file.write(Buffer.alloc(200, 0xa5), 0, 200, 0)
    await file.close()
    await expect(openEmbedded(directory)).rejects.toThrow(/cannot be used: it cannot be opened \(\d+ MiB free/)
  })
})
