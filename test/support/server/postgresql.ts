import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import type { Queries } from '#server/database/database.ts'
import { startPostgresqlIn } from '../../../scripts/cluster/cluster.ts'
import { findPostgresql } from '../../../scripts/services.mjs'

const GIVEN = process.env['PAIRBOT_TEST_POSTGRES']

/** Whether tests can have a PostgreSQL server. Says so where they cannot. */
export function hasPostgresql(): boolean {
  if (GIVEN !== undefined || findPostgresql() !== undefined) return true
  process.stderr.write('SKIPPED: PostgreSQL is not installed, and PAIRBOT_TEST_POSTGRES names no server.\n')
  return false
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A PostgreSQL server of its own in a temporary directory, or the one that PAIRBOT_TEST_POSTGRES names. */
export async function startPostgresql(): Promise<{ readonly url: string } & AsyncDisposable> {
  if (GIVEN !== undefined) return { url: GIVEN, [Symbol.asyncDispose]: async () => undefined }
  const directory = await mkdtemp(join(tmpdir(), 'pairbot-postgresql-'))
  // The user as whom PostgreSQL runs must get to its folder.
  await chmod(directory, 0o711)
  const { url, child } = await startPostgresqlIn(join(directory, 'postgresql'), ['fsync=off'])
  return {
    url,
    async [Symbol.asyncDispose]() {
      // SIGINT: ends sessions and stops, without waiting for clients.
      await child.stop('SIGINT')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** A database of its own on a server; it is gone at the end. */
export async function createDatabase(server: string): Promise<{ readonly url: string } & AsyncDisposable> {
  const name = `pairbot_test_${randomUUID().replaceAll('-', '')}`
  await administer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    [Symbol.asyncDispose]: () => administer(server, `drop database ${name} with (force)`),
  }
}

/** Works on a database over a connection of its own. */
export async function onDatabase<T>(url: string, work: (db: Queries) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(drizzle({ client }))
  } finally {
    await client.end()
  }
}

/** Drops the databases of tests that no process uses any more. */
export async function dropIdleDatabases(server: string): Promise<void> {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database d
       where datname like 'pairbot\\_test\\_%' and not exists (select from pg_stat_activity a where a.datname = d.datname)`,
    )
    for (const { name } of rows) await client.query(`drop database if exists ${name}`)
  } finally {
    await client.end()
  }
}

/** Ends every connection of one purpose, as a network fault would. Returns how many there were. */
export async function cutConnections(url: string, applicationName: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()',
    [applicationName],
  )
  await client.end()
  return rowCount ?? 0
}
