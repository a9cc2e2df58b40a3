import { execFileSync } from 'node:child_process'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { findPostgresql } from '../services.mjs'
import { startChild, startService, untilReady, type Service } from './child.ts'
import { freePort } from './free-port.ts'

/** The user as whom PostgreSQL runs; it refuses to run as root. */
function identityOf(user: string): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

async function responds(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } finally {
    await client.end()
  }
}

/** A PostgreSQL server with its files in a new folder, which any local user may connect to. Stop it with SIGINT. */
export async function startPostgresqlIn(
  folder: string,
  settings: readonly string[] = [],
): Promise<Service & { readonly url: string }> {
  const programs = findPostgresql()
  if (programs === undefined) throw new Error('PostgreSQL is not installed (Debian: apt-get install postgresql)')
  const identity = identityOf('postgres')
  await mkdir(folder, { recursive: true })
  if (identity) await chown(folder, identity.uid, identity.gid)
  const data = join(folder, 'data')
  const initialise = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-instructions']
  execFileSync(join(programs, 'initdb'), initialise, { ...identity, stdio: 'ignore', cwd: folder })
  const port = await freePort()
  const all = ['shared_buffers=32MB', 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...settings]
  const words = ['-D', data, '-p', String(port), ...all.flatMap((setting) => ['-c', setting])]
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const service = await startService(
    () => startChild('PostgreSQL', join(programs, 'postgres'), words, { ...identity, cwd: folder }),
    (child) => untilReady(child, () => responds(url)),
  )
  return Object.assign(service, { url })
}
