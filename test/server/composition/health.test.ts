import { describe, expect, it } from 'vitest'
import type { Market } from '#contract/provenance.ts'
import type { Database } from '#server/database/database.ts'
import { Unavailable } from '#server/database/errors.ts'
import { operationsRoutes } from '#server/composition/health.ts'
import { testApp } from '#test/support/server/app.ts'
import { memoryDatabase } from '#test/support/server/database.ts'
import { testMarket } from '#test/support/server/gateway.ts'

async function healthOf(over: Partial<Database> = {}, market: Market = testMarket()) {
  const database = await memoryDatabase()
  const app = await testApp()
  const deps = { version: '1.2.3', startedAt: 10_000, now: () => 52_000, worstLagMs: () => 5_012 }
  await app.register(operationsRoutes({ ...deps, database: { ...database, ...over }, market: () => market }))
  const reply = await app.inject('/health')
  await app.close()
  await database.close()
  return { status: reply.statusCode, body: reply.json() as unknown }
}

const HEALTHY = {
  status: 'healthy',
  version: '1.2.3',
  uptime_s: 42,
  durability: 'process',
  database: { status: 'ready', engine: 'embedded' },
  market: testMarket(),
  event_loop: { worst_lag_ms: 5_012 },
  errors: [],
}

describe('/health', () => {
  it('[OP-12] BC-29 reports how long the event loop was blocked', async () => {
    expect(await healthOf()).toEqual({ status: 200, body: HEALTHY })
  })

  it('[DU-20] BC-06 is 503 with the reason while the database is unavailable', async () => {
    const ping = () => Promise.reject(new Unavailable('The database is not available yet. Please try again.'))
    expect(await healthOf({ ping })).toEqual({
      status: 503,
      body: {
        ...HEALTHY,
        status: 'error',
        database: { status: 'unavailable', engine: 'embedded' },
        errors: ['database: The database is not available yet. Please try again.'],
      },
    })
  })
})
