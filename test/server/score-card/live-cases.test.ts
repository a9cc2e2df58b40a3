import { Subject } from 'rxjs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { createLiveCases } from '#server/score-card/live/live-cases.ts'
import { createLiveCaseStore, RETAINED_MONTHS, type LiveCaseStore } from '#server/score-card/live/store.ts'
import type { StreamUpdate } from '#server/strategies/ports.ts'
import { RULES_VERSION } from '#server/outcomes/follower.ts'
import { nameOf, type CaseTally } from '#server/outcomes/tally.ts'
import { walk } from '#test/support/data/analysis.ts'
import { emptyDatabase, testDatabase } from '#test/support/server/database.ts'
import { updatesOf } from '#test/support/server/strategy-replay.ts'

/** 2019-06-09T00:00:00Z. */
const START_S = 1_560_038_400
const UPDATES = updatesOf(walk({ count: 520, seed: 4, start: START_S }), START_S + 300 * 60)
const [INITIAL, ...CLOSED] = UPDATES

let database: Database
let store: LiveCaseStore
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await emptyDatabase(database)
  store = createLiveCaseStore(database, 'kraken')
})

interface Run {
  readonly store?: LiveCaseStore
  readonly series?: string
  /** What the market published by then, for those who were not there. */
  readonly past?: readonly StreamUpdate[]
}

/** A process that is there for some updates; ends with those that were published before it could store them. */
async function run(updates: readonly StreamUpdate[], { series = 'kraken', past = [], ...given }: Run = {}) {
  const updates$ = new Subject<StreamUpdate>()
  const reports: unknown[] = []
  const recomputed: [number, number][] = []
  const cases = createLiveCases({
    streams: {
      updates$,
      recompute: async function* (_pair, from, until) {
        recomputed.push([from, until])
        yield { ...INITIAL!, at: from }
        yield* past.filter(({ at }) => at > from && at <= until)
      },
    },
    store: given.store ?? store,
    series: async () => series,
    onStored: () => undefined,
    onReset: () => undefined,
    report: (error) => reports.push(error),
  })
  cases.start()
  for (const update of updates) {
    updates$.next(update)
    await cases.settled()
  }
  await cases.stop()
  return { reports, recomputed }
}

async function counts(): Promise<Record<string, readonly number[]>> {
  const tallies = await store.tallies()
  const read = ({ count, held, rising, falling, randomCount }: CaseTally) => [count, held, rising, falling, randomCount]
  return Object.fromEntries(tallies.map((tally) => [nameOf(tally), read(tally)]))
}

async function uninterrupted(): Promise<Record<string, readonly number[]>> {
  await run(UPDATES)
  const expected = await counts()
  await emptyDatabase(database)
  return expected
}

describe('live cases', () => {
  it('[SC-21] lose and double none when the process dies between publishing and storing', async () => {
    const expected = await uninterrupted()
    expect(Object.keys(expected).length).toBeGreaterThan(10)

    await run([INITIAL!, ...CLOSED.slice(0, 60)])
    // 60 to 62 were published, but not stored; 63 to 65 while nothing ran.
    const { recomputed } = await run([{ ...INITIAL!, at: CLOSED[65]!.at }, ...CLOSED.slice(66)], { past: CLOSED })

    expect(recomputed).toEqual([[CLOSED[59]!.at, CLOSED[65]!.at]])
    expect(await counts()).toEqual(expected)
  })

  it('[SC-20] count a step once whose answer was lost, and again one that failed', async () => {
    const expected = await uninterrupted()
    let saves = 0
    const failing: LiveCaseStore = {
      ...store,
      async save(pair, step) {
        saves += 1
        if (saves === 20) throw new Error('refused')
        await store.save(pair, step)
        if (saves === 40) throw new Error('the answer was lost')
      },
    }
    const { reports } = await run(UPDATES, { store: failing, past: CLOSED })

    expect(reports.map(String)).toEqual(['Error: refused', 'Error: the answer was lost'])
    expect(await counts()).toEqual(expected)
  })

  it('[SC-20] refuse a step when another was stored meanwhile', async () => {
    await run(UPDATES.slice(0, 3))
    const step = { series: 'kraken', until: CLOSED[2]!.at, changes: { opened: [], closed: [], tallies: [] } }
    const state = { hourlyRange: 0, candles: {}, seen: {} }
    await expect(store.save('BTCUSD', { ...step, state, from: INITIAL!.at })).rejects.toThrow('meanwhile')
    await expect(store.save('BTCUSD', { ...step, state, from: undefined })).rejects.toThrow('meanwhile')
    await store.save('BTCUSD', { ...step, state, from: CLOSED[1]!.at })
  })

  it('[SC-23] the same recording counts once when it is replayed again, another one starts again', async () => {
    await run(UPDATES.slice(0, 100), { series: 'replay 1' })
    const once = await counts()
    await run(UPDATES.slice(0, 100), { series: 'replay 1' })
    expect(await counts()).toEqual(once)

    await run(UPDATES.slice(0, 40), { series: 'replay 2' })
    const other = await counts()
    await emptyDatabase(database)
    await run(UPDATES.slice(0, 40), { series: 'replay 2' })
    expect(await counts()).toEqual(other)
  })

  it('[SC-24] what was counted under earlier rules starts again', async () => {
    const state = { hourlyRange: 0, candles: {}, seen: {} }
    const counted = { count: 1, held: 1, claimed: 0.5, rising: 0, falling: 0, randomCount: 0, randomHeld: 0 }
    const tally = {
      pair: 'BTCUSD',
      timeframe: 'M15',
      kind: 'regime',
      class: 'ranging',
      bin: 10,
      month: '2019-06',
    } as const
    const changes = { opened: [], closed: [], tallies: [{ ...tally, ...counted }] }
    await store.save('BTCUSD', { series: `${RULES_VERSION - 1} kraken`, from: undefined, until: 1, state, changes })
    await run(UPDATES.slice(0, 1))
    expect(await counts()).toEqual({})
  })

  it('[SC-21] drop open cases after more than a week, but no counts', async () => {
    await run(UPDATES.slice(0, 100))
    const before = await counts()
    const week = 8 * 86_400_000
    const { recomputed } = await run([{ ...INITIAL!, at: CLOSED[100]!.at + week }])
    expect(recomputed).toEqual([])
    expect(await counts()).toEqual(before)
    expect((await store.load('BTCUSD', `${RULES_VERSION} kraken`))?.open).toEqual([])
  })

  it('[SC-22] store the counts of the newest 36 months', async () => {
    const name = { pair: 'BTCUSD', timeframe: null, kind: 'level', class: 'Strong', bin: 10 } as const
    const numbers = { count: 1, held: 1, claimed: 0.5, rising: 0, falling: 0, randomCount: 0, randomHeld: 0 }
    const tallies = Array.from({ length: RETAINED_MONTHS + 2 }, (_, month) => ({
      ...name,
      ...numbers,
      month: new Date(Date.UTC(2016, month)).toISOString().slice(0, 7),
    }))
    const state = { hourlyRange: 0, candles: {}, seen: {} }
    const changes = { opened: [], closed: [], tallies }
    await store.save('BTCUSD', { series: 'kraken', from: undefined, until: 1, state, changes })

    expect(await store.prune()).toBe(true)
    expect((await store.tallies()).map(({ month }) => month).sort()).toEqual(tallies.slice(2).map(({ month }) => month))
    expect(await store.prune()).toBe(false)
  })
})
