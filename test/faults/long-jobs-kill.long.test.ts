import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  backtestResponseSchema,
  changedBacktestSchema,
  dataSetsResponseSchema,
  isOpen,
} from '#contract/backtests/jobs.ts'
import type { BacktestRequest } from '#contract/backtests/request.ts'
import { candleImportsResponseSchema, changedImportSchema, type CandleImport } from '#contract/candle-imports.ts'
import type { PairId } from '#contract/pairs.ts'
import * as BACKTESTS from '#contract/endpoints/backtests.ts'
import * as CANDLE_IMPORTS from '#contract/endpoints/candle-imports.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { walk } from '#test/support/data/analysis.ts'
import { CSV_HEADER, toRow } from '#test/support/data/candle-files.ts'
import { zipOf } from '#test/support/data/zip-files.ts'
import { settingsOf } from '#test/support/server/backtests.ts'
import {
  ADMIN,
  makeDataDir,
  ONE_PAIR,
  removeDataDir,
  startServer,
  type RunningServer,
} from '#test/support/server/server.ts'

const START = Date.UTC(2019, 5, 3)
const DAY_MS = 86_400_000
const DAYS = 4
/** Long enough to be killed while it is read. */
const MANY = 200_000
const PATIENCE = { timeout: 180_000, interval: 20 }

const rowsOf = (count: number, seed: number) =>
  [CSV_HEADER, ...walk({ count, seed, start: START / 1000 }).map(toRow), ''].join('\n')

let dataDir: string
let server: RunningServer
let token = ''

async function start(): Promise<void> {
  server = await startServer({ dataDir, env: ONE_PAIR })
  const reply = await fetch(`${server.origin}/api/identity/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  token = z.parse(z.object({ data: z.object({ access_token: z.string() }) }), await reply.json()).data.access_token
}
async function killAndRestart(): Promise<void> {
  await server.stop('SIGKILL')
  await start()
}
beforeAll(async () => {
  dataDir = await makeDataDir()
  await start()
}, 60_000)
afterAll(async () => {
  await server.stop()
  await removeDataDir(dataDir)
}, 60_000)

async function call<T>(
  schema: z.ZodMiniType<T>,
  path: string,
  init: Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> } = {},
): Promise<T> {
  const reply = await fetch(`${server.origin}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, ...init.headers },
  })
  const body: unknown = await reply.json()
  expect([reply.status < 300, body]).toEqual([true, expect.anything()])
  return z.parse(schema, body)
}

async function upload(name: string, content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const path = `${DEFAULT_BASES.tdp}${CANDLE_IMPORTS.upload.path}?name=${name}&source=kraken`
  const headers = { 'content-type': 'application/octet-stream' }
  return (await call(changedImportSchema, path, { method: 'POST', headers, body: content })).data.import_id
}
async function findImport(id: string): Promise<CandleImport> {
  const { data } = await call(candleImportsResponseSchema, `${DEFAULT_BASES.tdp}${CANDLE_IMPORTS.list.path}`)
  const found = data.imports.find((each) => each.id === id)
  if (!found) throw new Error('the import is lost')
  return found
}
/** Minutes of the imported candles of a pair; undefined if there are none. */
async function imported(pair: string): Promise<number | undefined> {
  const { data_sets: sets } = await call(dataSetsResponseSchema, `${DEFAULT_BASES.strategy}${BACKTESTS.data.path}`)
  return sets.find(({ id }) => id === `library:kraken:${pair}`)?.minutes
}

const strategyPath = (path: string) => `${DEFAULT_BASES.strategy}${path}`
async function startBacktest(pair: PairId = 'BTCUSD'): Promise<string> {
  const request: BacktestRequest = {
    name: 'Four days',
    subject: { kind: 'template', template_id: 'aggressive_scalping' },
    settings: settingsOf({ pair, data_set: `library:kraken:${pair}`, from: START, to: START + DAYS * DAY_MS }),
  }
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(request) }
  return (await call(changedBacktestSchema, strategyPath(BACKTESTS.start.path), init)).backtest_id
}
const read = (id: string) => call(backtestResponseSchema, strategyPath(BACKTESTS.one.path.replace(':id', id)))

/** Whole or absent: a result is there exactly when the backtest is done. */
async function readWhole(id: string) {
  const detail = await read(id)
  const { status, summary } = detail.backtest
  expect([detail.result !== null, summary !== null]).toEqual([status === 'done', status === 'done'])
  return detail
}
/** Its candles are analysed already, so that it trades at once; one that ends before that is seen is started again. */
async function startUntilTrading(): Promise<string> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const id = await startBacktest()
    for (let { backtest } = await readWhole(id); isOpen(backtest); { backtest } = await readWhole(id))
      if (backtest.progress && backtest.progress.phase !== 'readings') return id
  }
  throw new Error('no backtest was seen trading')
}
const done = async (id: string) => {
  await expect.poll(async () => (await readWhole(id)).backtest.status, PATIENCE).toBe('done')
  return (await read(id)).result
}

describe.skipIf(!existsSync('dist/server/main.js'))('a server that is killed (kill -9)', { timeout: 300_000 }, () => {
  it('[BT-63] [BT-41] during an import: nothing of it is listed before all of it is, and it goes on', async () => {
    const id = await upload('ETHUSD_1.csv', rowsOf(MANY, 3))
    for (const least of [0.1, 0.5]) {
      await expect.poll(async () => (await findImport(id)).progress, PATIENCE).toBeGreaterThan(least)
      await killAndRestart()
      expect([undefined, MANY]).toContain(await imported('ETHUSD'))
    }
    const listed = new Set<number | undefined>()
    await expect
      .poll(async () => {
        listed.add(await imported('ETHUSD'))
        return (await findImport(id)).status
      }, PATIENCE)
      .toBe('done')
    listed.add(await imported('ETHUSD'))

    expect([...listed].filter((minutes) => minutes !== undefined)).toEqual([MANY])
    expect(await findImport(id)).toMatchObject({ report: { is_known: false, added: MANY, replaced: 0 } })
  })

  it('[BT-63] [BT-44] during the import of an archive: none of its files is listed before all are', async () => {
    const pairs = ['SOLUSD', 'ADAUSD']
    const zipped = pairs.map((pair, seed) => ({ name: `${pair}_1.csv`, content: rowsOf(MANY / 2, 20 + seed) }))
    const id = await upload('Kraken_OHLCVT.zip', new Uint8Array(zipOf(zipped)))
    const listed = () => Promise.all(pairs.map(imported))
    for (const least of [0.2, 0.6]) {
      await expect.poll(async () => (await findImport(id)).progress, PATIENCE).toBeGreaterThan(least)
      await killAndRestart()
      expect([[], [MANY / 2, MANY / 2]]).toContainEqual((await listed()).filter((minutes) => minutes !== undefined))
    }
    await expect.poll(async () => (await findImport(id)).status, PATIENCE).toBe('done')

    expect(await listed()).toEqual([MANY / 2, MANY / 2])
    expect((await findImport(id)).findings.files.map(({ pair, minutes }) => [pair, minutes])).toEqual([
      ['SOLUSD', MANY / 2],
      ['ADAUSD', MANY / 2],
    ])
  })

  it('[BT-62] [BT-63] while an import is paused: it stays paused, and is imported when it is resumed', async () => {
    const id = await upload('XRPUSD_1.csv', rowsOf(MANY, 5))
    const act = (path: string) =>
      call(changedImportSchema, `${DEFAULT_BASES.tdp}${path.replace(':id', id)}`, { method: 'POST' })
    await expect.poll(async () => (await findImport(id)).progress, PATIENCE).toBeGreaterThan(0.1)
    await act(CANDLE_IMPORTS.pause.path)
    for (let look = 0; look < 50; look += 1) expect(await findImport(id)).toMatchObject({ status: 'paused' })
    await killAndRestart()
    expect([(await findImport(id)).status, await imported('XRPUSD')]).toEqual(['paused', undefined])
    await act(CANDLE_IMPORTS.resume.path)
    await expect.poll(async () => (await findImport(id)).status, PATIENCE).toBe('done')
    expect(await imported('XRPUSD')).toBe(MANY)
  })

  it('[BT-33] [BT-23] during the analysis and the trades of a backtest: no result before the whole one', async () => {
    const id = await upload('XBTUSD_1.csv', rowsOf(DAYS * 1_440, 8))
    await expect.poll(async () => (await findImport(id)).status, PATIENCE).toBe('done')
    const first = await startBacktest()
    await expect.poll(async () => (await readWhole(first)).backtest.progress?.done ?? 0, PATIENCE).toBeGreaterThan(0.2)
    await killAndRestart()
    const afterAnalysis = await done(first)

    const second = await startUntilTrading()
    await killAndRestart()
    expect(await done(second)).toMatchObject({ trades: afterAnalysis?.trades, equity: afterAnalysis?.equity })
    expect(afterAnalysis?.minutes).toBe(DAYS * 1_440)
  })

  it('[BT-36] while a backtest is paused: it stays paused, and has its result once it is resumed', async () => {
    const file = await upload('LTCUSD_1.csv', rowsOf(DAYS * 1_440, 9))
    await expect.poll(async () => (await findImport(file)).status, PATIENCE).toBe('done')
    const id = await startBacktest('LTCUSD')
    const act = (path: string) => call(changedBacktestSchema, strategyPath(path.replace(':id', id)), { method: 'POST' })
    await expect.poll(async () => (await readWhole(id)).backtest.progress?.done ?? 0, PATIENCE).toBeGreaterThan(0.1)
    await act(BACKTESTS.pause.path)
    expect((await readWhole(id)).backtest).toMatchObject({ status: 'paused', progress: { phase: 'readings' } })
    await killAndRestart()
    expect((await readWhole(id)).backtest).toMatchObject({ status: 'paused', progress: null })
    await act(BACKTESTS.resume.path)
    expect((await done(id))?.minutes).toBe(DAYS * 1_440)
  })
})
