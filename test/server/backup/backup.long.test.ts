import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { backUp } from '#server/backup/backup.ts'
import { lastBackupOf } from '#server/backup/manifest.ts'
import { restore } from '#server/backup/restore.ts'
import { requestBackup, serveBackups } from '#server/backup/socket.ts'
import type { Database } from '#server/database/database.ts'
import { openEmbedded } from '#server/database/embedded.ts'
import { signInAttempts } from '#server/database/schema/identity.ts'
import { createDatabaseFiles } from '#test/support/server/database.ts'

const NOW = Date.UTC(2026, 0, 5, 8)
const now = () => NOW

let root: string
let dataDir: string
let database: Database
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pairbot-backup-'))
  dataDir = join(root, 'data')
  await mkdir(join(dataDir, 'models', 'files'), { recursive: true })
  await mkdir(join(dataDir, 'models', 'incoming'))
  await createDatabaseFiles(dataDir)
  await writeFile(join(dataDir, 'signing-keys.json'), '{"keys":[]}')
  await writeFile(join(dataDir, 'models', 'files', 'model-1'), 'one')
  await writeFile(join(dataDir, 'models', 'incoming', 'half'), 'half')
  database = await openEmbedded(dataDir)
}, 60_000)
afterAll(async () => {
  await database.close()
  await rm(root, { recursive: true, force: true })
})

let folder: string
beforeEach(async () => {
  folder = join(await mkdtemp(join(root, 'test-')), 'backup')
})

const write = (email: string) =>
  database.transaction((tx) =>
    tx.insert(signInAttempts).values({ email, ipAddress: '', network: '', success: false, attemptedAt: new Date(0) }),
  )

/** Every row of every table as text, by table. */
async function allRows({ db }: Database): Promise<Record<string, unknown>> {
  const { rows: tables } = (await db.execute(
    sql`select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'drizzle') order by 1`,
  )) as { rows: { name: string }[] }
  const contents: Record<string, unknown> = {}
  for (const { name } of tables) {
    const { rows } = (await db.execute(sql.raw(`select t::text as row from ${name} t order by 1`))) as {
      rows: unknown[]
    }
    contents[name] = rows
  }
  return contents
}

async function rowsIn(directory: string) {
  const restored = await openEmbedded(directory)
  try {
    return await allRows(restored)
  } finally {
    await restored.close()
  }
}

const backUpRunning = () =>
  backUp({ dataDir, target: folder, now, whileUnchanged: (copy) => database.whileUnchanged(copy) })

describe('a backup', { timeout: 120_000 }, () => {
  it('[BU-1] of a running server, restored elsewhere, has every row of every table, the keys and the models', async () => {
    for (let n = 0; n < 20; n += 1) await write(`user-${n}`)
    const rows = await allRows(database)
    expect(await lastBackupOf(dataDir)).toBeNull()
    const { files, bytes } = await backUpRunning()
    expect(await lastBackupOf(dataDir)).toBe('2026-01-05T08:00:00.000Z')
    expect(bytes).toBeGreaterThan(10 * 2 ** 20)
    await write('after the backup')

    const target = join(root, 'restored')
    const summary = await restore({ source: folder, dataDir: target, replace: false, now })
    expect(summary).toEqual({ files, bytes, createdAt: '2026-01-05T08:00:00.000Z', replaced: undefined })
    expect(await rowsIn(target)).toEqual(rows)
    expect(Object.keys(rows).length).toBeGreaterThan(15)
    expect(await readFile(join(target, 'signing-keys.json'), 'utf8')).toBe('{"keys":[]}')
    expect(await readdir(join(target, 'models'), { recursive: true })).toEqual(['files', join('files', 'model-1')])
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  it('[BU-1] made while rows are written has all that were acknowledged before it, and no half transaction', async () => {
    let acknowledged = 0
    let begun: () => void = () => undefined
    const isBusy = new Promise<void>((done) => (begun = done))
    async function writePairs(): Promise<void> {
      for (let n = 0; n < 60; n += 1) {
        await database.transaction(async (tx) => {
          for (const ipAddress of ['first', 'second']) {
            const attempt = { email: `busy-${n}`, network: '', success: false, attemptedAt: new Date(0) }
            await tx.insert(signInAttempts).values({ ...attempt, ipAddress })
          }
        })
        acknowledged += 1
        if (acknowledged === 10) begun()
        // The embedded database resolves without ever yielding.
        await yieldToEventLoop()
      }
    }
    const writing = writePairs()
    await isBusy
    const before = acknowledged
    await backUpRunning()
    await writing

    const target = join(root, 'restored-busy')
    await restore({ source: folder, dataDir: target, replace: false, now })
    const restored = await openEmbedded(target)
    const emails = (await restored.db.select({ email: signInAttempts.email }).from(signInAttempts))
      .map(({ email }) => email)
      .filter((email) => email.startsWith('busy-'))
    await restored.close()
    const distinct = [...new Set(emails)]
    expect(distinct.length).toBeGreaterThanOrEqual(before)
    expect(emails.toSorted()).toEqual([...distinct, ...distinct].toSorted())
  })

  it('[BU-2] is made by the running server on request, one at a time, and fails with its reason', async () => {
    const stop = await serveBackups(dataDir, (target) =>
      backUp({ dataDir, target, now, whileUnchanged: (copy) => database.whileUnchanged(copy) }),
    )
    const [first, second] = await Promise.allSettled([requestBackup(dataDir, folder), requestBackup(dataDir, folder)])
    expect([first.status, second.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(requestBackup(dataDir, folder)).rejects.toThrow(
      `${folder} exists already: a backup goes to a new folder.`,
    )
    expect((await stat(join(dataDir, 'backup.sock'))).mode & 0o777).toBe(0o600)
    await stop()
    expect(await requestBackup(dataDir, folder)).toBeUndefined()
  })

  it('[BU-3] BC-34 that is damaged or incomplete, such as that of a killed server, is not restored, and nothing is changed', async () => {
    await backUpRunning()
    const target = join(root, 'untouched')
    const attempt = () => restore({ source: folder, dataDir: target, replace: false, now })
    const model = join(folder, 'models', 'files', 'model-1')
    await writeFile(model, 'two')
    await expect(attempt()).rejects.toThrow(`The backup ${folder} is damaged: models/files/model-1 has changed.`)
    await rm(model)
    await expect(attempt()).rejects.toThrow(`The backup ${folder} is damaged: models/files/model-1 is missing.`)
    await writeFile(model, 'one')
    await writeFile(join(folder, 'models', 'more'), '')
    await expect(attempt()).rejects.toThrow(`The backup ${folder} is damaged: models/more is not part of it.`)
    await rm(join(folder, 'backup.json'))
    await expect(attempt()).rejects.toThrow(`${folder} is not a complete backup: it has no backup.json.`)
    expect(existsSync(target)).toBe(false)
  })

  it('[BU-4] replaces data only on request and keeps it; never under a running server', async () => {
    await backUpRunning()
    await expect(restore({ source: folder, dataDir, replace: true, now })).rejects.toThrow('is in use by another')
    const target = join(root, 'replaced')
    await restore({ source: folder, dataDir: target, replace: false, now })
    await expect(restore({ source: folder, dataDir: target, replace: false, now })).rejects.toThrow(
      `${target} has data already (signing-keys.json, models, database, database.synced). Add --replace`,
    )
    const { replaced } = await restore({ source: folder, dataDir: target, replace: true, now })
    expect(replaced).toBe(join(target, 'replaced-2026-01-05T08-00-00'))
    expect((await readdir(replaced ?? '')).toSorted()).toEqual([
      'database',
      'database.synced',
      'models',
      'signing-keys.json',
    ])
    expect(await rowsIn(target)).toEqual(await rowsIn(replaced ?? ''))
  })

  it('[BU-4] an interrupted restore keeps the server from starting', async () => {
    const target = join(root, 'interrupted')
    await mkdir(join(target, 'restoring'), { recursive: true })
    await expect(openEmbedded(target)).rejects.toThrow('cannot be used: a restore was interrupted.')
  })
})
