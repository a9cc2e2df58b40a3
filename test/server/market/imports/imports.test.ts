import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { candleImportsResponseSchema, changedImportSchema, type CandleImport } from '#contract/candle-imports.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import * as CANDLE_IMPORTS from '#contract/endpoints/candle-imports.ts'
import { CANDLE_IMPORT } from '#contract/limits.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import type { ImportAuditEntry } from '#server/market/imports/routes.ts'
import { createCandleLibrary } from '#server/market/library/library.ts'
import { publishImport } from '#server/market/library/publish.ts'
import { stageImport } from '#server/market/library/stage.ts'
import { toRow } from '#test/support/data/candle-files.ts'
import { candles } from '#test/support/data/candles.ts'
import { bearer, testApp } from '#test/support/server/app.ts'
import { fakeImportThreads } from '#test/support/server/import-threads.ts'
import { createCandleImports, type CandleImports } from '#server/market/imports/plugin.ts'

const FILE = candles(50).map(toRow).join('\n')

let dataDir: string
let app: FastifyInstance
let service: CandleImports
let threads = fakeImportThreads()
let now = Date.UTC(2026, 0)
const audited: ImportAuditEntry[] = []
const reports: unknown[] = []

async function start(): Promise<void> {
  threads = fakeImportThreads()
  service = await createCandleImports({
    dataDir,
    audit: async (entry) => void audited.push(entry),
    startThread: (task) => threads.start(task),
    now: () => now,
    report: (error) => void reports.push(error),
  })
  app = await testApp()
  await app.register(service.routes, { prefix: DEFAULT_BASES.tdp })
  service.start()
}
async function stop(): Promise<void> {
  await service.stop()
  await app.close()
}
async function restart(): Promise<void> {
  await stop()
  await start()
}
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pairbot-imports-'))
  audited.length = 0
  reports.length = 0
  await start()
})
afterEach(async () => {
  await stop()
  await rm(dataDir, { recursive: true })
  if (reports.length > 0) throw new AggregateError(reports, 'errors were reported')
})

async function call(method: 'GET' | 'POST', path: string, payload?: string, headers: object = {}, as = 'Admin') {
  const response = await app.inject({
    method,
    url: `${DEFAULT_BASES.tdp}${path}`,
    headers: {
      ...bearer(as),
      ...(payload !== undefined && { 'content-type': 'application/octet-stream' }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  })
  const body: unknown = response.json()
  return { status: response.statusCode, body }
}
const send = (name = 'XBTUSD_1.csv', content = FILE) =>
  call('POST', `${CANDLE_IMPORTS.upload.path}?name=${name}&source=kraken`, content)
async function sent(name?: string, content?: string): Promise<string> {
  now += 1
  const { status, body } = await send(name, content)
  expect([status, body]).toEqual([201, expect.anything()])
  return z.parse(changedImportSchema, body).data.import_id
}
async function list(): Promise<readonly CandleImport[]> {
  const { body } = await call('GET', CANDLE_IMPORTS.list.path)
  return z.parse(candleImportsResponseSchema, body).data.imports
}
const find = async (id: string) => (await list()).find((each) => each.id === id)
/** Longer than a loaded machine takes to write a file. */
const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000 })
const running = (count: number) => soon(() => expect(threads.started).toHaveLength(count))
const statusOf = (id: string, status: CandleImport['status']) =>
  soon(async () => expect(await find(id)).toMatchObject({ status }))
const act = ({ path }: Endpoint, id: string) => call('POST', path.replace(':id', id))
const minutes = async () => (await createCandleLibrary(join(dataDir, 'library')).sets()).map((set) => set.minutes)
const files = async (folder: string) => (await readdir(join(dataDir, folder), { recursive: true })).toSorted()

describe('importing an uploaded file', () => {
  it('[BT-60] [BT-41] shows its progress, and the library has it when it is done', async () => {
    const id = await sent()
    await running(1)
    expect(threads.started[0]?.task).toMatchObject({ name: 'XBTUSD_1.csv', source: 'kraken', id })
    threads.started[0]?.half()
    expect(await find(id)).toMatchObject({ status: 'running', progress: 0.5, findings: { minutes: 7 }, report: null })
    expect(await minutes()).toEqual([])
    await threads.started[0]?.finish()
    await statusOf(id, 'done')

    expect(await list()).toEqual([
      {
        id,
        file: 'XBTUSD_1.csv',
        bytes: FILE.length,
        source: 'kraken',
        allows_gaps: false,
        status: 'done',
        progress: 1,
        findings: { minutes: 50, duplicates: 0, rejected: 0, skipped: [], missing: 0, gaps: [], files: [] },
        reason: null,
        report: { is_known: false, added: 50, replaced: 0 },
        created_at: now,
        finished_at: now,
      },
    ])
    expect(await minutes()).toEqual([50])
    await soon(async () => expect(await files('imports')).toEqual([`${id}.json`]))
    expect(audited).toMatchObject([{ action: 'candles.import_started', userId: 'u-Admin', details: { target: id } }])
  })

  it('[BT-61] one that cannot be used says why, with what was read of it, and the next one runs', async () => {
    const [first, second] = [await sent('XBTUSD_1.csv', 'x,1,2,3,4,5\n'.repeat(20)), await sent('ETHUSD_1.csv')]
    await running(1)
    threads.started[0]?.half()
    await threads.started[0]?.finish()
    await running(2)
    threads.started[1]?.crash()
    await statusOf(second, 'failed')

    expect(await find(first)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('its header is not understood: it names no timestamp'),
      findings: { rejected: 1, skipped: [{ file: 'a', line: 3, reason: 'is odd' }] },
      report: null,
    })
    expect(await find(second)).toMatchObject({ reason: expect.stringContaining('its thread ended') })
    expect(await minutes()).toEqual([])
    expect([now, now + 1].map((since) => service.failedSince(since))).toEqual([2, 0])
  })

  it('[BT-42] a file that cannot be imported is refused at once, and nothing of it stays', async () => {
    const { maxFileBytes } = CANDLE_IMPORT
    const refusals = [
      await send('XBTUSD_5.csv'),
      await send('notes.txt'),
      await send('x'.repeat(200)),
      await call('POST', `${CANDLE_IMPORTS.upload.path}?name=XBTUSD_1.csv&source=kraken`, '{}', {
        'content-type': 'application/json',
      }),
      await call('POST', `${CANDLE_IMPORTS.upload.path}?name=XBTUSD_1.csv&source=A+b`, FILE),
      await call('POST', `${CANDLE_IMPORTS.upload.path}?name=XBTUSD_1.csv&source=kraken`, FILE, {
        'content-length': `${maxFileBytes + 1}`,
      }),
    ]
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400, 415, 400, 413])
    expect(refusals[0]?.body).toEqual({
      success: false,
      error: 'The file cannot be imported: its candles are not of one minute: the file of those ends in _1.csv.',
    })
    expect(await list()).toEqual([])
    expect(await files('imports')).toEqual([])
  })

  it('[BT-60] at most five wait, and only Admins may see and change them', async () => {
    for (let n = 0; n < CANDLE_IMPORT.maxOpen; n += 1) await sent()
    expect(await send()).toMatchObject({ status: 409 })
    const [{ id } = { id: '' }] = await list()
    for (const as of ['Viewer', 'Trader']) {
      expect((await call('GET', CANDLE_IMPORTS.list.path, undefined, {}, as)).status).toBe(403)
      expect((await call('POST', CANDLE_IMPORTS.cancel.path.replace(':id', id), undefined, {}, as)).status).toBe(403)
    }
    expect((await act(CANDLE_IMPORTS.pause, 'none')).status).toBe(404)
  })
})

describe('pausing, resuming and cancelling', () => {
  it('[BT-62] a running one goes on where it was, and lets the next one run meanwhile', async () => {
    const [first, second] = [await sent(), await sent('ETHUSD_1.csv')]
    await running(1)
    threads.started[0]?.half()
    expect((await act(CANDLE_IMPORTS.pause, first)).status).toBe(200)
    await running(2)
    expect(await find(first)).toMatchObject({ status: 'paused', progress: 0.5 })
    await threads.started[1]?.finish()
    await statusOf(second, 'done')
    await act(CANDLE_IMPORTS.resume, first)
    await statusOf(first, 'running')
    expect(threads.started[0]?.orders).toEqual(['resume', 'pause', 'resume'])
    await threads.started[0]?.finish()
    await statusOf(first, 'done')

    expect(threads.started).toHaveLength(2)
    expect((await act(CANDLE_IMPORTS.pause, first)).body).toEqual({ success: false, error: 'The import has ended.' })
  })

  it('[BT-62] one that was read to its end while it was paused is imported when it is resumed', async () => {
    const id = await sent()
    await running(1)
    await act(CANDLE_IMPORTS.pause, id)
    await threads.started[0]?.finish()
    expect([(await find(id))?.status, await minutes()]).toEqual(['paused', []])
    await act(CANDLE_IMPORTS.resume, id)
    await statusOf(id, 'done')
    expect(await minutes()).toEqual([50])
  })

  it('[BT-62] a cancelled one leaves nothing in the library, running or waiting', async () => {
    const [first, second] = [await sent(), await sent('ETHUSD_1.csv')]
    await running(1)
    await stageImport(threads.started[0]!.task)
    await act(CANDLE_IMPORTS.cancel, second)
    await act(CANDLE_IMPORTS.cancel, first)
    await threads.started[0]?.finish()

    expect(threads.started[0]?.isTerminated()).toBe(true)
    expect((await list()).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
    expect(await minutes()).toEqual([])
    expect((await files('imports')).filter((name) => !name.endsWith('.json'))).toEqual([])
    expect(audited.map(({ action }) => action).slice(2)).toEqual([
      'candles.import_cancelled',
      'candles.import_cancelled',
    ])
  })
})

describe('after a restart', () => {
  it('[BT-63] one that ran is read again, and a paused one stays paused', async () => {
    const [first, second] = [await sent(), await sent('ETHUSD_1.csv')]
    await running(1)
    threads.started[0]?.half()
    await act(CANDLE_IMPORTS.pause, second)
    await stageImport(threads.started[0]!.task)
    await writeFile(join(dataDir, 'imports', 'half.part'), 'x')
    await restart()
    await running(1)
    expect(await find(first)).toMatchObject({ status: 'running', progress: 0, findings: { minutes: 0 } })
    expect(await find(second)).toMatchObject({ status: 'paused' })
    expect(await minutes()).toEqual([])
    await threads.started[0]?.finish()
    await statusOf(first, 'done')

    expect(await minutes()).toEqual([50])
    const left = [`${first}.json`, `${second}.json`, `${second}.upload`].toSorted()
    await soon(async () => expect(await files('imports')).toEqual(left))
  })

  it('[BT-63] one that was in the library when the server ended is done', async () => {
    const id = await sent()
    await running(1)
    const { staged } = await stageImport(threads.started[0]!.task)
    await publishImport(join(dataDir, 'library'), staged!)
    await restart()
    await statusOf(id, 'done')
    expect(threads.started).toEqual([])
    expect(await minutes()).toEqual([50])
  })
})
