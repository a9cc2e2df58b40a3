import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { scoreProgress } from '#server/database/schema/score-card.ts'
import { Deposed } from '#server/cluster/leadership/ports.ts'
import { createLiveCaseStore } from '#server/score-card/live/store.ts'
import { testDatabase } from '#test/support/server/database.ts'
import { createCounterStore } from '#server/models/scoring/score-counters.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const refuse = () => Promise.reject(new Deposed())

it('[LD-32] live cases and counts of models are only stored by the process that leads', async () => {
  const changes = { opened: [], closed: [], tallies: [] }
  const state = { hourlyRange: 0, candles: {}, seen: {} }
  const deposed = createLiveCaseStore(database, 'kraken', refuse)
  const saving = deposed.save('BTCUSD', { series: 'kraken', from: undefined, until: 1, state, changes })
  await expect(saving).rejects.toBeInstanceOf(Deposed)
  await expect(deposed.reset('BTCUSD', 'kraken')).rejects.toBeInstanceOf(Deposed)
  await expect(createCounterStore(database, 'kraken', refuse).write(new Map())).rejects.toBeInstanceOf(Deposed)
  expect(await database.db.select().from(scoreProgress)).toEqual([])
})
