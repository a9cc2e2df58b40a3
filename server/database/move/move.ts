import { Client } from 'pg'
import type { Database } from '../database.ts'
import { openPostgresql } from '../postgresql.ts'
import { embeddedSide, postgresqlSide, type Side } from './side.ts'
import { assertEmpty, quoted, tablesOf, type Table } from './tables.ts'
import { createHash } from 'node:crypto'

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

export interface MovedTable {
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
export async function moveDatabase(source: Database, url: string): Promise<readonly MovedTable[]> {
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
