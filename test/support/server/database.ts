import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { Client } from 'pg'
import type { Database } from '#server/database/database.ts'
import { embeddedDatabase } from '#server/database/embedded.ts'
import { GuardedPGlite } from '#server/database/guarded-engine.ts'
import { migrationsFolder } from '#server/database/migrations.ts'
import { openPostgresql } from '#server/database/postgresql.ts'
import { auditHead } from '#server/database/schema/identity.ts'
import { GENESIS } from '#server/identity/audit/audit.ts'

const CACHE = join('node_modules', '.cache', 'pairbot')

/** URL of a PostgreSQL server for test databases; without it tests use the embedded engine. */
const POSTGRES = process.env['PAIRBOT_TEST_POSTGRES']

/** The worker's database, and whether a test has it. */
const shared: { database?: Promise<Database>; isLent: boolean } = { isLent: false }

/** An empty, migrated database. The caller closes it. */
export async function testDatabase(): Promise<Database> {
  if (shared.isLent) return newDatabase()
  shared.isLent = true
  shared.database ??= newDatabase()
  const database = await shared.database
  await emptyDatabase(database)
  return {
    ...database,
    async close() {
      shared.isLent = false
    },
  }
}

const newDatabase = (): Promise<Database> => (POSTGRES ? postgresDatabase(POSTGRES) : memoryDatabase())

/** Deletes the rows of the tables that have had some: truncating all of them writes a file for each table and index. */
const DELETE_ROWS = sql.raw(`do $$
  declare
    item regclass;
  begin
    set local session_replication_role = replica;
    for item in
      select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
    loop
      execute format('delete from %s', item);
    end loop;
    for item in select format('%I', sequencename) from pg_sequences where schemaname = 'public' and last_value is not null loop
      perform setval(item, 1, false);
    end loop;
  end
$$`)

/** Deletes every row, so that tests can share a database. */
export async function emptyDatabase({ db }: Database): Promise<void> {
  await db.execute(DELETE_ROWS)
  await db.insert(auditHead).values({ id: 1, seq: 0, hash: GENESIS })
}

/** An in-memory database from a template cached per version of the migrations, in a fraction of a second. */
export async function memoryDatabase(): Promise<Database> {
  const client = new GuardedPGlite({ dataDir: 'memory://', loadDataDir: new Blob([await template()]) })
  await client.waitReady
  return embeddedDatabase(client, { durability: 'process' })
}

async function postgresDatabase(server: string): Promise<Database> {
  const name = `pairbot_test_${randomUUID().replaceAll('-', '')}`
  await administer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = openPostgresql(url.href, () => undefined)
  await database.whenReady
  return {
    ...database,
    async close() {
      await database.close()
      await administer(server, `drop database ${name} with (force)`)
    },
  }
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function template(): Promise<Uint8Array<ArrayBuffer>> {
  const file = join(CACHE, `template-${fingerprint()}.tar.gz`)
  if (!existsSync(file)) {
    const client = await PGlite.create({ dataDir: 'memory://' })
    await migrate(drizzle({ client }), { migrationsFolder: migrationsFolder() })
    const dump = await client.dumpDataDir('gzip')
    await client.close()
    mkdirSync(CACHE, { recursive: true })
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, new Uint8Array(await dump.arrayBuffer()))
    renameSync(draft, file)
  }
  return new Uint8Array(readFileSync(file))
}

function fingerprint(): string {
  const hash = createHash('sha256')
  const folder = migrationsFolder()
  for (const name of readdirSync(folder).toSorted()) {
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(folder, name)))
  }
  hash.update(readFileSync(createRequire(import.meta.url).resolve('@electric-sql/pglite')))
  return hash.digest('hex').slice(0, 16)
}

/** Creates the files of an empty embedded database in `directory`, faster than a first start. */
export async function createDatabaseFiles(directory: string): Promise<void> {
  const client = await PGlite.create({
    fs: new NodeFS(join(directory, 'database')),
    loadDataDir: new Blob([await template()]),
  })
  await client.close()
}
