import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { sql, type SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { openEmbedded } from '#server/database/embedded.ts'
import { GuardedPGlite } from '#server/database/guarded-engine.ts'
import { migrationsFolder } from '#server/database/migrations.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'pairbot-migration-'))
})
const newer = () => join(root, 'migrations')
afterEach(() => rm(root, { recursive: true, force: true }))

const journalSchema = z.looseObject({ entries: z.array(z.looseObject({ when: z.number() })) })
const readJournal = (folder: string) =>
  z.parse(journalSchema, JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')))
const EMAIL = 'stored@pairbot.test'

/** Adds two migrations to those of the product: what a newer version has. */
function addMigrations(folder: string): void {
  const { entries, ...rest } = readJournal(folder)
  const added = [
    ['height', 'alter table users add column height integer'],
    ['taller', 'update users set height = 170'],
  ].map(([name, statement = ''], index) => {
    const tag = `9${index}_${name}`
    writeFileSync(join(folder, `${tag}.sql`), statement)
    return { idx: entries.length + index, version: '7', when: Date.UTC(2100, 0) + index, tag, breakpoints: true }
  })
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...rest, entries: [...entries, ...added] }))
}

/** Files of a database as the older version left it, with a person in it. */
async function oldDatabase(directory: string): Promise<void> {
  await mkdir(directory)
  const client = await PGlite.create({ fs: new NodeFS(join(directory, 'database')) })
  await migrate(drizzle({ client }), { migrationsFolder: migrationsFolder() })
  await client.query(
    `insert into users (email, username, role, password_hash, created_at) values ($1, 'stored', 'Admin', '-', now())`,
    [EMAIL],
  )
  await client.close()
}

const foundSchema = z.object({ rows: z.array(z.record(z.string(), z.unknown())) })

/** Opens a database as a start does; gives its schema, its migrations and its people. */
async function stateOf(directory: string) {
  const database = await openEmbedded(directory, { migrations: newer() })
  const { db } = database
  const rows = async (query: SQL) => z.parse(foundSchema, await db.execute(query)).rows
  const found = {
    columns: await rows(
      sql`select table_name, column_name, data_type, is_nullable from information_schema.columns where table_schema = 'public' order by 1, 2`,
    ),
    indexes: await rows(sql`select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`),
    migrations: await rows(sql`select hash from drizzle.__drizzle_migrations order by id`),
    people: await rows(sql`select email, username, role, is_active, height from users`),
  }
  await database.close()
  return found
}

/** Statements before which the process dies: the n-th that begins like this, and what was done by then. */
const DEATHS = [
  ['after the first of the migrations', 'insert into "drizzle"', 2],
  ['before the commit', 'COMMIT', 1],
] as const

/** Opens the database, and keeps the files as they stand at each death: the engine writes at once, so kill -9 leaves these. */
async function openAndDie(live: string): Promise<void> {
  const counts = new Map<string, number>()
  let isCommitted = false
  const keep = (image: string) => {
    cpSync(join(live, 'database'), join(root, image, 'database'), { recursive: true })
    // Else each start would sync a whole new database once.
    writeFileSync(join(root, image, 'database.synced'), '')
  }
  const spy = vi.spyOn(GuardedPGlite.prototype, 'execProtocolStream')
  spy.mockImplementation(function (this: GuardedPGlite, ...args) {
    const text = Buffer.from(args[0]).toString('latin1')
    if (isCommitted) keep('after the commit')
    isCommitted = false
    for (const [image, statement, nth] of DEATHS) {
      if (!text.includes(statement)) continue
      const count = (counts.get(image) ?? 0) + 1
      counts.set(image, count)
      if (count === nth) keep(image)
      if (statement === 'COMMIT' && count === 1) isCommitted = true
    }
    return PGlite.prototype.execProtocolStream.apply(this, args)
  })
  const database = await openEmbedded(live, { migrations: newer() })
  await database.close()
  spy.mockRestore()
}

describe('a process that dies during a migration', { timeout: 60_000 }, () => {
  it('[DU-33] BC-25 at any step: the next start completes it, with the full schema and every row', async () => {
    cpSync(migrationsFolder(), newer(), { recursive: true })
    addMigrations(newer())
    const live = join(root, 'live')
    await oldDatabase(live)
    await openAndDie(live)
    const undisturbed = await stateOf(live)
    expect(undisturbed).toMatchObject({ people: [{ email: EMAIL, role: 'Admin', height: 170 }] })
    expect(undisturbed.migrations).toHaveLength(readJournal(newer()).entries.length)

    for (const image of [...DEATHS.map(([name]) => name), 'after the commit']) {
      expect([image, await stateOf(join(root, image))]).toEqual([image, undisturbed])
    }
  })
})
