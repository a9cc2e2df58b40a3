import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { findPostgresql } from '../../../scripts/services.mjs'

const GIVEN = process.env['PAIRBOT_TEST_POSTGRES']

/** Whether tests can have a PostgreSQL server. Says so where they cannot. */
export function hasPostgresql(): boolean {
  if (GIVEN !== undefined || findPostgresql() !== undefined) return true
  process.stderr.write('SKIPPED: PostgreSQL is not installed, and PAIRBOT_TEST_POSTGRES names no server.\n')
  return false
}

/** The user as whom PostgreSQL runs; it refuses to run as root. */
function identityOf(user: string): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
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

async function untilItResponds(server: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await administer(server, 'select 1')
      return
    } catch (error) {
      if (attempt === 200) throw error
      await new Promise((done) => setTimeout(done, 100))
    }
  }
}

/** A PostgreSQL server of its own in a temporary directory, or the one that PAIRBOT_TEST_POSTGRES names. */
export async function startPostgresql(): Promise<{ readonly url: string } & AsyncDisposable> {
  if (GIVEN !== undefined) return { url: GIVEN, [Symbol.asyncDispose]: async () => undefined }
  const programs = findPostgresql()
  if (programs === undefined) throw new Error('PostgreSQL is not installed')
  const identity = identityOf('postgres')
  const directory = await mkdtemp(join(tmpdir(), 'pairbot-postgresql-'))
  if (identity) await chown(directory, identity.uid, identity.gid)
  const data = join(directory, 'data')
  const initialise = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-instructions']
  execFileSync(join(programs, 'initdb'), initialise, { ...identity, stdio: 'ignore', cwd: directory })
  const port = await freePort()
  const settings = [
    'fsync=off',
    'shared_buffers=32MB',
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${directory}`,
  ]
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...identity, stdio: 'ignore', cwd: directory },
  )
  const exited = new Promise((done) => server.once('exit', done))
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await untilItResponds(url)
  return {
    url,
    async [Symbol.asyncDispose]() {
      // SIGINT: ends sessions and stops, without waiting for clients.
      server.kill('SIGINT')
      await exited
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
