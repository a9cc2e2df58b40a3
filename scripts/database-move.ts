// Moves the embedded database to PostgreSQL: `DATABASE_URL=postgres://… npm run database:move`, with the server stopped.
import { sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { Client } from 'pg'
import * as z from 'zod/mini'
import type { Database, Queries } from '#server/database/database.ts'
import { openEmbedded } from '#server/database/embedded.ts'
import { hasDatabase } from '#server/database/intact.ts'
import { openPostgresql } from '#server/database/postgresql.ts'
import { parseSettings } from '#server/settings.ts'
import { reportFailure } from './open-database.ts'

/** A row as text: values have one form on every engine, and lose nothing on the way. */
type TextRow = Readonly<Record<string, string | null>>

/** One database of a move. All columns of a query must be text. */
interface Side {
  query(text: string, values?: readonly (readonly (string | null)[])[]): Promise<readonly TextRow[]>
}

/** What decides how values look as text. */
const FORM = ["time zone 'UTC'", "datestyle to 'ISO'", 'extra_float_digits to 1', "bytea_output to 'hex'"]

const foundSchema = z.object({ rows: z.array(z.record(z.string(), z.nullable(z.string()))) })

async function withForm(side: Side): Promise<Side> {
  for (const setting of FORM) await side.query(`set local ${setting}`)
  return side
}

/** The source, within a transaction. */
const embeddedSide = (tx: Queries): Promise<Side> =>
  withForm({ query: async (text) => z.parse(foundSchema, await tx.execute(sql.raw(text))).rows })

/** The target, within a transaction of the client. */
const postgresqlSide = (client: Client): Promise<Side> =>
  withForm({ query: async (text, values = []) => z.parse(foundSchema, await client.query(text, [...values])).rows })

interface Table {
  readonly name: string
  /** By name. */
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

const COLUMNS = `
  select c.relname::text as "table", a.attname::text as "column", format_type(a.atttypid, a.atttypmod) as type
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  order by 1, 2`

const REFERENCES = `
  select distinct one.relname::text as "table", other.relname::text as "to"
  from pg_constraint k join pg_class one on one.oid = k.conrelid join pg_class other on other.oid = k.confrelid
  where k.contype = 'f' and one.oid <> other.oid`

/** A name as SQL has it. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The tables, each after those that it refers to. */
async function tablesOf(side: Side): Promise<readonly Table[]> {
  const columns = new Map<string, { name: string; type: string }[]>()
  for (const { table, column, type } of await side.query(COLUMNS)) {
    const known = columns.get(table ?? '') ?? []
    columns.set(table ?? '', [...known, { name: column ?? '', type: type ?? '' }])
  }
  const references = await side.query(REFERENCES)
  const ordered = new Map<string, Table>()
  const add = (name: string, path: readonly string[]): void => {
    if (ordered.has(name)) return
    if (path.includes(name)) throw new Error(`Tables refer to each other: ${[...path, name].join(', ')}`)
    for (const { table, to } of references) if (table === name) add(to ?? '', [...path, name])
    ordered.set(name, { name, columns: columns.get(name) ?? [] })
  }
  for (const name of columns.keys()) add(name, [])
  return [...ordered.values()]
}

/** What a new database has: the head of an empty audit log. */
const isNew = (table: string) => (table === 'audit_head' ? ' where seq > 0' : '')

/** Throws if a table has rows, or is none of `known`. */
async function assertEmpty(side: Side, known: ReadonlySet<string>): Promise<void> {
  for (const { name } of await tablesOf(side)) {
    if (!known.has(name))
      throw new Error(`The target has a table that is not Pairbot's, ${name}: name an empty database`)
    const rows = await side.query(`select '' as row from ${quoted(name)}${isNew(name)} limit 1`)
    if (rows.length > 0) throw new Error(`The target has data already, in the table ${name}: name an empty database`)
  }
}

const BATCH_BYTES = 4 * 2 ** 20
const BATCH_ROWS = 2_000

/** So many rows that even the longest ones fit into memory. */
async function batchOf(source: Side, { name }: Table): Promise<number> {
  const [row] = await source.query(
    `select coalesce(max(octet_length(t::text)), 1)::text as longest from ${quoted(name)} t`,
  )
  return Math.max(1, Math.min(BATCH_ROWS, Math.floor(BATCH_BYTES / Number(row?.['longest'] ?? 1))))
}

/** Replaces the rows of a table of the target by those of the source. */
async function copyTable(source: Side, target: Side, table: Table): Promise<void> {
  const { columns } = table
  const name = quoted(table.name)
  const size = await batchOf(source, table)
  const read = columns.map((column, n) => `${quoted(column.name)}::text as c${n}`).join(', ')
  const written = columns.map(({ type }, n) => `u.c${n}::${type}`).join(', ')
  const given = columns.map((_, n) => `$${n + 1}::text[]`).join(', ')
  const insert = `insert into ${name} (${columns.map((column) => quoted(column.name)).join(', ')}) overriding system value
    select ${written} from unnest(${given}) as u(${columns.map((_, n) => `c${n}`).join(', ')})`
  await target.query(`delete from ${name}`)
  await source.query(`declare moved no scroll cursor for select ${read} from ${name}`)
  for (;;) {
    const rows = await source.query(`fetch forward ${size} from moved`)
    if (rows.length === 0) break
    await target.query(
      insert,
      columns.map((_, n) => rows.map((row) => row[`c${n}`] ?? null)),
    )
  }
  await source.query('close moved')
}

/** Lets every sequence go on where the source's ended. */
async function copySequences(source: Side, target: Side): Promise<void> {
  const sequences = await source.query(
    `select quote_literal(format('public.%I', sequencename)) as name, last_value::text as last
     from pg_sequences where schemaname = 'public' and last_value is not null`,
  )
  for (const { name, last } of sequences) await target.query(`select setval(${name}::regclass, ${last}, true)::text`)
}

/** Number of rows of a table, and a hash of all of them, in whatever order they are. */
interface Contents {
  readonly rows: number
  readonly hash: string
}

/** Sums of the halves of each row's MD5: computed by the database, so that no row has to leave it. */
const half = (from: number) => `coalesce(sum(('x' || substr(md5, ${from}, 16))::bit(64)::bigint::numeric), 0)::text`

/** What a table has, computed by the database. */
async function contentsOf(side: Side, { name, columns }: Table): Promise<Contents> {
  const row = columns.map((column) => quoted(column.name)).join(', ')
  const [found] = await side.query(
    `select count(*)::text as rows, ${half(1)} as first, ${half(17)} as second
     from (select md5(row(${row})::text) as md5 from ${quoted(name)}) hashed`,
  )
  const hash = createHash('sha256').update(`${found?.['first']} ${found?.['second']}`).digest('hex').slice(0, 16)
  return { rows: Number(found?.['rows']), hash }
}

interface MovedTable {
  readonly table: string
  readonly source: Contents
  readonly target: Contents
}

/** Creates or migrates the tables of the target. */
async function migrate(url: string): Promise<void> {
  const database = openPostgresql(url, () => undefined)
  try {
    await database.whenReady
  } finally {
    await database.close()
  }
}

async function copyAll(source: Side, target: Side, tables: readonly Table[]): Promise<readonly MovedTable[]> {
  // Nothing else writes to the target before the end, and no server finds half of it.
  await target.query(`lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in access exclusive mode`)
  await assertEmpty(target, new Set(tables.map(({ name }) => name)))
  for (const table of tables) await copyTable(source, target, table)
  await copySequences(source, target)
  const moved: MovedTable[] = []
  for (const table of tables) {
    const contents = { source: await contentsOf(source, table), target: await contentsOf(target, table) }
    moved.push({ table: table.name, ...contents })
  }
  return moved
}

const isEqual = ({ source, target }: MovedTable): boolean => source.rows === target.rows && source.hash === target.hash

/**
 * Copies all rows of the embedded database to an empty PostgreSQL database, in one transaction that only commits if both have the
 * same rows. Whatever ends it earlier leaves the target empty.
 */
async function moveDatabase(source: Database, url: string): Promise<readonly MovedTable[]> {
  const client = new Client({ connectionString: url, application_name: 'pairbot-move', connectionTimeoutMillis: 5_000 })
  // A lost connection also rejects its query.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await source.transaction(async (tx) => {
      const from = await embeddedSide(tx)
      const tables = await tablesOf(from)
      await client.query('begin')
      await assertEmpty(await postgresqlSide(client), new Set(tables.map(({ name }) => name)))
      await client.query('rollback')
      await migrate(url)
      await client.query('begin')
      await client.query('set local statement_timeout to 0')
      await client.query('set local idle_in_transaction_session_timeout to 0')
      const moved = await copyAll(from, await postgresqlSide(client), tables)
      const different = moved.filter((each) => !isEqual(each)).map(({ table }) => table)
      if (different.length > 0) throw new Error(`Not moved: these tables would differ: ${different.join(', ')}`)
      await client.query('commit')
      return moved
    })
  } finally {
    await client.end()
  }
}

function print(moved: readonly MovedTable[]): void {
  const width = Math.max(...moved.map(({ table }) => table.length))
  const line = (table: string, rows: string, hash: string) => `${table.padEnd(width)}  ${rows.padStart(9)}  ${hash}`
  console.log(line('table', 'rows', 'hash, the same in both'))
  for (const { table, target } of moved) console.log(line(table, String(target.rows), target.hash))
}

async function main(): Promise<void> {
  const { databaseUrl, dataDir } = parseSettings(process.env)
  if (databaseUrl === undefined) throw new Error('DATABASE_URL: the PostgreSQL database to move to is missing')
  if (!hasDatabase(dataDir)) throw new Error(`There is no database in ${dataDir}`)
  const source = await openEmbedded(dataDir)
  try {
    print(await moveDatabase(source, databaseUrl))
  } finally {
    await source.close()
  }
  console.log(`Moved. Start the server with DATABASE_URL from now on; keys, models and candles stay in ${dataDir}`)
}

main().catch(reportFailure)
