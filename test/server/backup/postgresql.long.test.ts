import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as AUTH from '#contract/endpoints/auth.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { createDatabase, hasPostgresql, onDatabase, startPostgresql } from '#test/support/server/postgresql.ts'
import { everyRow, fillEveryTable } from '#test/support/server/rows.ts'
import { pairbot } from '#test/support/server/production-install.ts'
import { ADMIN, ONE_PAIR, startServer, type RunningServer } from '#test/support/server/server.ts'
import { findPostgresql } from '../../../scripts/services.mjs'

const run = promisify(execFile)
const PROGRAMS = findPostgresql() ?? ''

async function signInAt({ origin }: RunningServer): Promise<number> {
  const reply = await fetch(`${origin}${DEFAULT_BASES.identity}${AUTH.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  return reply.status
}

describe.skipIf(!hasPostgresql())('a backup of PostgreSQL', { timeout: 180_000 }, () => {
  let folder: string
  let server: Awaited<ReturnType<typeof startPostgresql>>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pairbot-pg-backup-'))
    server = await startPostgresql()
  }, 120_000)
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  it('[BU-6] by pg_dump has every row in an empty database, on which a server with the restored keys starts', async () => {
    const [dataDir, newDataDir] = [join(folder, 'data'), join(folder, 'new-data')]
    const [files, dump] = [join(folder, 'monday'), join(folder, 'monday.dump')]
    await using source = await createDatabase(server.url)
    await using target = await createDatabase(server.url)
    const first = await startServer({ dataDir, env: { ...ONE_PAIR, DATABASE_URL: source.url } })
    expect(await signInAt(first)).toBe(200)
    // While the server runs.
    const backup = await pairbot(['backup', files], { PAIRBOT_DATA_DIR: dataDir, DATABASE_URL: source.url })
    expect(backup.stdout).toContain('back it up with pg_dump')
    await run(join(PROGRAMS, 'pg_dump'), ['--format=custom', `--file=${dump}`, source.url])
    await first.stop()

    await run(join(PROGRAMS, 'pg_restore'), [
      '--exit-on-error',
      '--single-transaction',
      '--no-owner',
      `--dbname=${target.url}`,
      dump,
    ])
    await pairbot(['restore', files], { PAIRBOT_DATA_DIR: newDataDir, DATABASE_URL: target.url })
    const second = await startServer({ dataDir: newDataDir, env: { ...ONE_PAIR, DATABASE_URL: target.url } })
    try {
      expect(await signInAt(second)).toBe(200)
      expect(second.output()).not.toMatch(/"level":[56]0/)
    } finally {
      await second.stop()
    }
  })

  it('[BU-6] has rows of every table and every type as they were', async () => {
    const dump = join(folder, 'every-table.dump')
    await using source = await createDatabase(server.url)
    await using target = await createDatabase(server.url)
    const first = await startServer({ dataDir: join(folder, 'other'), env: { ...ONE_PAIR, DATABASE_URL: source.url } })
    await first.stop()
    await onDatabase(source.url, (db) => fillEveryTable(db, 3))
    const before = await onDatabase(source.url, everyRow)
    await run(join(PROGRAMS, 'pg_dump'), ['--format=custom', `--file=${dump}`, source.url])
    const words = ['--exit-on-error', '--single-transaction', '--no-owner', `--dbname=${target.url}`, dump]
    await run(join(PROGRAMS, 'pg_restore'), words)
    const after = await onDatabase(target.url, everyRow)
    expect(after).toEqual(before)
    expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(20)
  })
})
