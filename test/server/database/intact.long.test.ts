import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, open, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openEmbedded } from '#server/database/embedded.ts'
import { PAGE_BYTES } from '#server/database/file-check.ts'
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
  'Nothing was changed. Restore a backup with "pairbot restore <folder>", or set PAIRBOT_DATA_DIR to an empty directory to start anew.'
const refusal = (problem: string) => `The database in ${directory} cannot be used: ${problem}. ${WAY_OUT}`

/** The path of a table or an index, or of the long values of a table. */
async function fileOf(of: string, name: string, column = 'oid') {
  const database = await openEmbedded(of)
  const path = sql<string>`pg_relation_filepath(${sql.identifier(column)})`
  const [row] = await database.db
    .select({ path })
    .from(sql`pg_class`)
    .where(sql`relname = ${name}`)
  await database.close()
  return join(of, 'database', row?.path ?? '')
}

/** Writes 8 KiB of noise to the middle of a file; returns which page. */
async function damage(path: string) {
  const page = Math.floor((await stat(path)).size / PAGE_BYTES / 2)
  const file = await open(path, 'r+')
  await file.write(randomBytes(PAGE_BYTES), 0, PAGE_BYTES, page * PAGE_BYTES)
  await file.close()
  return page
}

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
      /cannot be used: the table sign_in_attempts is damaged \(page \d+ of base[^\n]+\)\. Nothing was changed\./,
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

describe('8 KiB of noise in a file of a directory that was in use', { timeout: 60_000 }, () => {
  it.each([
    ['users_email_unique', 'an index of the table users'],
    ['pg_proc', 'the table pg_proc'],
    ['sign_in_attempts_pkey', 'an index of the table sign_in_attempts'],
  ])('[DU-17] %s, needed to sign in: the start is refused, and says %s', async (name, what) => {
    const page = await damage(await fileOf(directory, name))
    await expect(openEmbedded(directory)).rejects.toThrow(`cannot be used: ${what} is damaged (page ${page} of base/`)
  })

  it('[DU-17] is found in a database without checksums too, by the header of the page', async () => {
    const bare = await mkdtemp(join(root, 'bare-'))
    const files = new NodeFS(join(bare, 'database'))
    await (await PGlite.create({ fs: files, initDbStartParams: ['--no-data-checksums'] })).close()
    const path = await fileOf(bare, 'pg_proc')
    await (await openEmbedded(bare)).close()
    await damage(path)
    await expect(openEmbedded(bare)).rejects.toThrow('the table pg_proc is damaged')
  })
})

describe('a table beyond what a start waits for', { timeout: 60_000 }, () => {
  let large: string
  let path: string
  beforeAll(async () => {
    large = await mkdtemp(join(root, 'large-'))
    await cp(whole, large, { recursive: true })
    const database = await openEmbedded(large)
    await database.db.execute(sql`create table minutes (value text)`)
    await database.db.execute(sql`alter table minutes alter value set storage external`)
    await database.db.execute(sql`insert into minutes select repeat(md5('x'), 2200000)`)
    await database.close()
    path = await fileOf(large, 'minutes', 'reltoastrelid')
  })

  it('[DU-43] is checked after the start, in the background, and found intact', async () => {
    const report = vi.fn()
    const database = await openEmbedded(large, { report })
    expect(database.files()).toMatchObject({ status: 'checking', problems: [] })
    await expect.poll(() => database.files()?.status, { timeout: 30_000 }).toBe('intact')
    expect(database.files()?.checkedBytes).toBeGreaterThan(70 * 2 ** 20)
    expect(report).not.toHaveBeenCalled()
    await database.close()
  })

  it('[DU-43] is read no more once the database is closed', async () => {
    const database = await openEmbedded(large)
    await database.close()
    expect(database.files()?.status).toBe('checking')
  })

  it('[DU-43] is not called damaged when it was written anew meanwhile', async () => {
    const report = vi.fn()
    const database = await openEmbedded(large, { report })
    await database.db.execute(sql`truncate minutes`)
    await database.db.execute(sql`checkpoint`)
    await expect.poll(() => database.files()?.status, { timeout: 30_000 }).toBe('intact')
    expect(report).not.toHaveBeenCalled()
    await database.db.execute(sql`insert into minutes select repeat(md5('x'), 2200000)`)
    await database.close()
    path = await fileOf(large, 'minutes', 'reltoastrelid')
  })

  it('[DU-43] with 8 KiB of noise is named, and reported once with the way out, while the other tables can be used', async () => {
    const page = await damage(path)
    const report = vi.fn()
    const database = await openEmbedded(large, { report })
    await expect.poll(() => database.files()?.status, { timeout: 30_000 }).toBe('damaged')
    const problem = `the table minutes is damaged (page ${page} of ${path.slice(join(large, 'database/').length)})`
    expect(database.files()?.problems).toEqual([problem])
    expect(report.mock.calls).toEqual([
      [
        expect.objectContaining({
          message:
            `In the database in ${large} ${problem}. The server goes on with the other tables. ` +
            'Stop the server, and restore the newest backup with "pairbot restore <folder> --replace".',
        }),
      ],
    ])
    expect(await database.db.select().from(signInAttempts)).toHaveLength(500)
    await database.close()
  })
})

it('[DU-43] new databases have checksums of their pages', async () => {
  const database = await openEmbedded(directory)
  const [row] = await database.db.select({ value: sql`current_setting('data_checksums')` }).from(sql`(select) as one`)
  expect(row?.value).toBe('on')
  await database.close()
})
