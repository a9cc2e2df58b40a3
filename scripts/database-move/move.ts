import { Client } from 'pg'
import type { Database } from '#server/database/database.ts'
import { openPostgresql } from '#server/database/postgresql.ts'
import { contentsOf, type Contents } from './compare.ts'
import { copySequences, copyTable } from './copy.ts'
import { embeddedSide, postgresqlSide, type Side } from './side.ts'
import { assertEmpty, quoted, tablesOf, type Table } from './tables.ts'

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
