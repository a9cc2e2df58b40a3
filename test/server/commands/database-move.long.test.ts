import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { lockDirectory } from '#server/database/directory-lock.ts'
import { openEmbedded } from '#server/database/embedded.ts'
import { openPostgresql } from '#server/database/postgresql.ts'
import { createDatabaseFiles } from '#test/support/server/database.ts'
import { createDatabase, hasPostgresql, onDatabase, startPostgresql } from '#test/support/server/postgresql.ts'
import { everyRow, fillEveryTable, textRows } from '#test/support/server/rows.ts'
import { cleanEnvironment } from '#test/support/server/server.ts'

const CANDLES = 60_000
const FILL = `insert into minute_candles (market, pair, opened_at, open, high, low, close, volume)
  select 'kraken', 'BTCUSD', n * 60, n / 7.0::float8, n, n, n, n from generate_series(1, ${CANDLES}) n`

describe.skipIf(!hasPostgresql())('pairbot database:move', { timeout: 120_000 }, () => {
  let folder: string
  let dataDir: string
  let server: Awaited<ReturnType<typeof startPostgresql>>
  let before: Awaited<ReturnType<typeof everyRow>>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pairbot-move-'))
    dataDir = join(folder, 'data')
    await mkdir(dataDir)
    await createDatabaseFiles(dataDir)
    before = await ofSource(async (db) => {
      await fillEveryTable(db, 3)
      await textRows(db, FILL)
      return everyRow(db)
    })
    server = await startPostgresql()
  }, 120_000)
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  async function ofSource<T>(work: (db: Parameters<typeof everyRow>[0]) => Promise<T>): Promise<T> {
    const database = await openEmbedded(dataDir)
    try {
      return await work(database.db)
    } finally {
      await database.close()
    }
  }

  function begin(url: string | undefined) {
    const env = { ...cleanEnvironment(), PAIRBOT_DATA_DIR: dataDir, ...(url !== undefined && { DATABASE_URL: url }) }
    const child = spawn(process.execPath, ['dist/server/cli.js', 'database:move'], { env })
    let output = ''
    child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()))
    child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()))
    const ended = once(child, 'close').then(([code]: unknown[]) => ({ code, output }))
    return { child, ended }
  }
  const move = (url: string | undefined) => begin(url).ended

  it('[DU-40] [DU-41] moves every row of every table, prints both sides, and leaves the source as it was', async () => {
    await using target = await createDatabase(server.url)
    const { code, output } = await move(target.url)

    expect([code, output]).toEqual([0, expect.stringMatching(/^minute_candles +60003 {2}[0-9a-f]{16}$/m)])
    const after = await onDatabase(target.url, everyRow)
    expect(Object.keys(after)).toEqual(Object.keys(before))
    for (const [table, rows] of Object.entries(before).filter(([name]) => name.startsWith('public')))
      expect(after[table], table).toEqual(rows)
    expect(await ofSource(everyRow)).toEqual(before)
    // The next number of the log of activations follows those that were moved.
    const next = `select nextval(pg_get_serial_sequence('model_switches', 'seq'))::text as next`
    expect(await onDatabase(target.url, (db) => textRows(db, next))).toEqual([{ next: '4' }])
  })

  it('[DU-42] is refused on a database that has data, and changes nothing there', async () => {
    await using target = await createDatabase(server.url)
    await move(target.url)
    const filled = await onDatabase(target.url, everyRow)
    const { code, output } = await move(target.url)

    expect([code, output]).toEqual([1, expect.stringContaining('The target has data already')])
    expect(await onDatabase(target.url, everyRow)).toEqual(filled)
  })

  it('[DU-41] leaves an empty database if the tables would differ', async () => {
    await using target = await createDatabase(server.url)
    const migrated = openPostgresql(target.url, () => undefined)
    await migrated.whenReady
    await migrated.close()
    await onDatabase(target.url, async (db) => {
      await textRows(db, `create function lose() returns trigger language plpgsql as 'begin return null; end'`)
      await textRows(
        db,
        `create trigger lose before insert on score_months for each row when (new.source like '%2') execute function lose()`,
      )
    })
    expect(await move(target.url)).toEqual({ code: 1, output: expect.stringContaining('would differ: score_months') })
    const rows = `select (select count(*) from users)::text as users`
    expect(await onDatabase(target.url, (db) => textRows(db, rows))).toEqual([{ users: '0' }])
  })

  it('[DU-42] is refused on a database of something else', async () => {
    await using target = await createDatabase(server.url)
    await onDatabase(target.url, (db) => textRows(db, 'create table orders (id int)'))
    expect(await move(target.url)).toEqual({ code: 1, output: expect.stringContaining("not Pairbot's, orders") })
    expect(Object.keys(await onDatabase(target.url, everyRow))).toEqual(['public.orders'])
  })

  it('[DU-42] is refused while a server has the data directory, and without a target', async () => {
    const lock = await lockDirectory(dataDir)
    try {
      await using target = await createDatabase(server.url)
      expect(await move(target.url)).toEqual({
        code: 1,
        output: expect.stringContaining('is in use by another Pairbot'),
      })
    } finally {
      await lock.release()
    }
    expect(await move(undefined)).toEqual({ code: 1, output: expect.stringContaining('DATABASE_URL') })
  })

  it('[DU-41] leaves an empty database if it is killed, and can be repeated', async () => {
    await using target = await createDatabase(server.url)
    const { child, ended } = begin(target.url)
    const inserting = `select pid::text as pid from pg_stat_activity
      where application_name = 'pairbot-move' and datname = current_database() and query like 'insert into "minute_candles"%'`
    await vi.waitUntil(async () => (await onDatabase(target.url, (db) => textRows(db, inserting))).length > 0, {
      timeout: 60_000,
      interval: 5,
    })
    child.kill('SIGKILL')
    await ended
    const rows =
      'select (select count(*) from users)::text as users, (select count(*) from minute_candles)::text as candles'
    expect(await onDatabase(target.url, (db) => textRows(db, rows))).toEqual([{ users: '0', candles: '0' }])

    expect((await move(target.url)).code).toBe(0)
    expect((await onDatabase(target.url, everyRow))['public.minute_candles']).toHaveLength(CANDLES + 3)
  })
})
