import { EventEmitter } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NEVER, Subject } from 'rxjs'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import * as ANALYSIS from '#contract/endpoints/analysis.ts'
import { scoreCardResponseSchema, type ScoreCard } from '#contract/score-card/schema.ts'
import type { CaseTally } from '#server/outcomes/tally.ts'
import type { Database } from '#server/database/database.ts'
import { createApp } from '#server/http/app.ts'
import type { CandleLibrary } from '#server/market/library/library.ts'
import { createLiveCaseStore } from '#server/score-card/live/store.ts'
import type { MonthMessage, MonthTask } from '#server/score-card/past/count-month.ts'
import { createScoreCard, type ScoreCardService } from '#server/score-card/score-card.ts'
import { emptyDatabase, testDatabase } from '#test/support/server/database.ts'
import { UNLIMITED } from '#test/support/server/identity.ts'

const tallyOf = (month: string, count: number, held: number): CaseTally => ({
  pair: 'BTCUSD',
  timeframe: null,
  kind: 'level',
  class: 'Strong',
  month,
  bin: 10,
  count,
  held,
  claimed: count / 2,
  rising: 0,
  falling: 0,
  randomCount: 0,
  randomHeld: 0,
})

let database: Database
let folder: string
let months: string[] = []
/** Minutes of each month by source. */
let sources: Record<string, number> = {}
const tasks: MonthTask[] = []
const reports: unknown[] = []
const looks$ = new Subject<void>()
let answer: (task: MonthTask) => MonthMessage

beforeAll(async () => {
  database = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'pairbot-score-'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await emptyDatabase(database)
  await writeFile(join(folder, '2019-05'), 'May')
  await writeFile(join(folder, '2019-06'), 'June')
  months = ['2019-05', '2019-06']
  sources = { kraken: 1 }
  tasks.length = 0
  reports.length = 0
  answer = ({ path }) => ({ kind: 'done', result: [tallyOf(path.slice(-7), 40, path.endsWith('5') ? 10 : 20)] })
})

const library: CandleLibrary = {
  sets: async () =>
    Object.entries(sources).map(([source, minutes]) => ({
      pair: 'BTCUSD',
      source,
      from: 0,
      to: 1,
      minutes: 1,
      months: months.map((month, n) => ({
        pair: 'BTCUSD',
        source,
        month,
        file: month,
        minutes,
        first: n * 60,
        last: n * 60,
      })),
    })),
  files: ({ months: all }, from) =>
    all.filter(({ first }) => first * 1000 === from).map(({ file }) => join(folder, file)),
  bytes: async () => 0,
}

function startThread(task: MonthTask) {
  tasks.push(task)
  const events = new EventEmitter()
  queueMicrotask(() => {
    events.emit('message', answer(task))
    events.emit('exit')
  })
  return Object.assign(events, { unref() {}, postMessage() {}, terminate: async () => 0 })
}

async function start(): Promise<{ service: ScoreCardService; read: (query?: string) => Promise<ScoreCard> }> {
  const service = createScoreCard({
    database,
    streams: { market: 'kraken', pairs: ['BTCUSD'], updates$: NEVER, recompute: async function* () {} },
    series: async () => 'kraken',
    library,
    startThread,
    now: () => 0,
    report: (error) => reports.push(error),
    looks$,
  })
  const principal = { userId: 'u', sessionId: 's', email: 'v@example.com', role: 'Viewer' as const }
  const verify = async () => ({ ok: true as const, principal })
  const app = await createApp({ access: { verify, verifySocket: verify }, rates: UNLIMITED })
  await app.register(service.routes, { prefix: '/api/tdp' })
  service.start()
  await service.settled()
  return {
    service,
    async read(query = '') {
      const response = await app.inject({
        url: `/api/tdp${ANALYSIS.scoreCard.path}${query}`,
        headers: { authorization: 'Bearer token' },
      })
      expect(response.statusCode).toBe(200)
      return scoreCardResponseSchema.parse(response.json()).data
    },
  }
}

const levels = ({ kinds }: ScoreCard) => kinds[0]!.months.map(({ name, held, count }) => [name, held, count])

it('[SC-31] counts each month of the library once, and again when its candles change', async () => {
  const first = await start()
  expect(levels(await first.read())).toEqual([
    ['2019-06', 20, 40],
    ['2019-05', 10, 40],
  ])
  expect(tasks).toEqual(months.map((month) => ({ pair: 'BTCUSD', path: join(folder, month) })))
  await first.service.stop()

  await writeFile(join(folder, '2019-06'), 'June, mended')
  const second = await start()
  expect(tasks).toHaveLength(3)
  expect((await second.read()).past).toEqual({ counted: 2, waiting: 0, sources: ['kraken'] })
  months = ['2019-06']
  looks$.next()
  await second.service.settled()
  expect(levels(await second.read())).toEqual([['2019-06', 20, 40]])
  await second.service.stop()
})

it('[SC-31] reports a month that cannot be counted, and goes on with the others', async () => {
  answer = ({ path }) =>
    path.endsWith('5') ? { kind: 'failed', reason: 'damaged' } : { kind: 'done', result: [tallyOf('2019-06', 1, 1)] }
  const { service, read } = await start()
  expect(levels(await read())).toEqual([['2019-06', 1, 1]])
  expect(reports.map(String)).toEqual(['Error: damaged'])
  looks$.next()
  await service.settled()
  expect(tasks).toHaveLength(2)
  expect(service.failedMonths()).toBe(1)
  await service.stop()
})

it('[SC-32] counts a month of the library once, and live and past ones apart on request', async () => {
  const changes = { opened: [], closed: [], tallies: [tallyOf('2019-06', 5, 5), tallyOf('2019-07', 6, 3)] }
  const state = { hourlyRange: 0, candles: {}, seen: {} }
  await createLiveCaseStore(database, 'kraken').save('BTCUSD', {
    series: 'kraken',
    from: undefined,
    until: 1,
    state,
    changes,
  })
  const { service, read } = await start()
  await vi.waitFor(async () => expect(levels(await read())).toHaveLength(3))
  expect(levels(await read())[0]).toEqual(['2019-07', 3, 6])
  expect(levels(await read('?source=live'))).toEqual([
    ['2019-07', 3, 6],
    ['2019-06', 5, 5],
  ])
  expect(levels(await read('?source=past&month=2019-05'))).toEqual([['2019-05', 10, 40]])
  expect((await read('?pair=ETHUSD')).kinds[0]!.total.count).toBe(0)
  await service.stop()
})

it('[SC-33] counts a month that was imported from two sources once, from the one with more minutes', async () => {
  const before = await start()
  const once = (await before.read()).kinds[0]?.total.count
  await before.service.stop()
  sources = { bitstamp: 2, kraken: 1 }
  const { service, read } = await start()
  const card = await read()
  expect(card.kinds[0]?.total.count).toBe(once)
  expect(card.past).toEqual({ counted: 2, waiting: 0, sources: ['bitstamp'] })
  await service.stop()
})
