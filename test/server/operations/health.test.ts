import { describe, expect, it } from 'vitest'
import type { Market } from '#contract/provenance.ts'
import { createInProcessBus } from '#server/cluster/bus-plugin.ts'
import { ReadOnly, Unavailable } from '#server/database/errors.ts'
import { operationsRoutes } from '#server/operations/plugin.ts'
import { createReadiness, OVERDUE_S, type ReadinessDeps } from '#server/operations/readiness.ts'
import { testApp } from '#test/support/server/app.ts'
import { testMarket } from '#test/support/server/gateway.ts'

const STARTED_AT = 10_000
const NOW = 52_000

const WORKING: ReadinessDeps['database'] = {
  ping: async () => undefined,
  readOnly: () => undefined,
  files: () => ({ status: 'intact', checkedBytes: 9.2 * 2 ** 20, problems: [] }),
  engine: 'embedded',
  durability: 'process',
}

const LEADERSHIP = { status: 'leader', token: 1, since: STARTED_AT } as const
type Files = NonNullable<ReadinessDeps['files']>

const FILES: Files = { modelsWithoutFile: async () => 0, disk: { freeMib: () => 900, hasRoomToWrite: () => true } }

interface World extends Partial<Omit<ReadinessDeps, 'database' | 'market' | 'files'>>, Partial<Files> {
  readonly database?: Partial<ReadinessDeps['database']>
  readonly market?: Market
  /** Unlike `receivedAt`, by pair. */
  readonly received?: Readonly<Record<string, number>>
  /** Null before the first data. */
  readonly receivedAt?: number | null
}

/** The server's health; `database` replaces parts of a working one. */
async function healthOf(world: World = {}, path = '/health') {
  const {
    database: over,
    market = testMarket(),
    receivedAt = NOW - 2_000,
    received = {},
    modelsWithoutFile,
    disk,
    ...rest
  } = world
  const app = await testApp()
  const clock = { version: '1.2.3', startedAt: STARTED_AT, now: () => NOW }
  const readiness = createReadiness({
    ...clock,
    worstLagMs: () => 5_012,
    role: 'all',
    files: { ...FILES, ...(modelsWithoutFile && { modelsWithoutFile }), ...(disk && { disk }) },
    log: { engine: 'memory', problem: () => undefined },
    leadership: () => LEADERSHIP,
    bus: createInProcessBus(),
    database: { ...WORKING, ...over },
    market: {
      describe: () => market,
      lastSeen(pair) {
        const at = received[pair] ?? receivedAt
        return at === null ? undefined : { exchangeTime: 0, receivedAt: at }
      },
    },
    ...rest,
  })
  await app.register(operationsRoutes({ ...clock, ...rest, readiness }))
  const reply = await app.inject(path)
  await app.close()
  return { status: reply.statusCode, body: reply.json() as unknown }
}

const HEALTHY = {
  status: 'healthy',
  version: '1.2.3',
  role: 'all',
  uptime_s: 42,
  durability: 'process',
  leadership: LEADERSHIP,
  database: { status: 'ready', engine: 'embedded' },
  writes: { status: 'accepted' },
  bus: { status: 'none', latency_ms: null, reconnects: 0 },
  database_files: { status: 'intact', checked_mib: 9 },
  disk: { status: 'ok', free_mib: 900 },
  market: testMarket(),
  market_data: { status: 'current', age_s: 2 },
  stream_log: { status: 'ready', engine: 'memory' },
  models: { status: 'ready', file_missing: 0 },
  event_loop: { worst_lag_ms: 5_012 },
  errors: [],
}
const AWAY = 'The database is not available yet. Please try again.'
const FULL = new ReadOnly('disk-full').message

describe('/health', () => {
  it('[OP-12] BC-29 reports how long the event loop was blocked', async () => {
    expect(await healthOf()).toEqual({ status: 200, body: HEALTHY })
  })

  it('[DU-20] says nothing of what a database reports in its own words', async () => {
    const ping = () => Promise.reject(new Error('role "pairbot" is not permitted to log in at 10.0.0.7'))
    const { body } = await healthOf({ database: { ping } })
    expect(body).toMatchObject({ errors: ['database: The database reports an error.'] })
  })

  it('[DU-20] BC-06 is 503 with the reason while the database is unavailable', async () => {
    const ping = () => Promise.reject(new Unavailable(AWAY))
    expect(await healthOf({ database: { ping } })).toEqual({
      status: 503,
      body: {
        ...HEALTHY,
        status: 'error',
        database: { status: 'unavailable', engine: 'embedded' },
        writes: { status: 'refused', reason: AWAY },
        models: { status: 'unavailable', file_missing: 0 },
        errors: [`database: ${AWAY}`],
      },
    })
  })

  it('[OP-13] is degraded, with the reason, while writes are refused', async () => {
    const disk = { freeMib: () => 0, hasRoomToWrite: () => false }
    expect(await healthOf({ database: { readOnly: () => new ReadOnly('disk-full') }, disk })).toEqual({
      status: 200,
      body: {
        ...HEALTHY,
        status: 'degraded',
        writes: { status: 'refused', reason: FULL },
        disk: { status: 'full', free_mib: 0 },
        errors: [FULL],
      },
    })
  })

  it('[DU-43] is degraded, and names the table and the way out, once a damaged page is found', async () => {
    const problems = ['the table minutes is damaged (page 7 of base/5/16501)']
    const files = () => ({ status: 'damaged', checkedBytes: 2 ** 30, problems }) as const
    expect((await healthOf({ database: { files } })).body).toMatchObject({
      status: 'degraded',
      database_files: { status: 'damaged', checked_mib: 1_024 },
      errors: [
        'database files: the table minutes is damaged (page 7 of base/5/16501). ' +
          'Stop the server, and restore the newest backup with "pairbot restore <folder> --replace"',
      ],
    })
  })

  it('[DU-43] says that the files are being checked, that this failed, or nothing with PostgreSQL', async () => {
    const found = { checkedBytes: 0, problems: [] }
    expect((await healthOf({ database: { files: () => ({ ...found, status: 'checking' }) } })).body).toMatchObject({
      status: 'healthy',
      database_files: { status: 'checking', checked_mib: 0 },
    })
    expect((await healthOf({ database: { files: () => ({ ...found, status: 'stopped' }) } })).body).toMatchObject({
      status: 'degraded',
      errors: ['database files: they cannot be checked'],
    })
    expect((await healthOf({ database: { files: () => undefined } })).body).not.toHaveProperty('database_files')
  })

  it('[OP-13] is degraded while the disk beside an external database is full', async () => {
    const disk = { freeMib: () => 12, hasRoomToWrite: () => false }
    expect((await healthOf({ disk })).body).toMatchObject({
      status: 'degraded',
      writes: { status: 'accepted' },
      disk: { status: 'full', free_mib: 12 },
      errors: ['disk: full, models cannot be uploaded'],
    })
  })

  it('[OP-50] is degraded while the other processes cannot be told what changed', async () => {
    const state = { status: 'disconnected', latencyMs: null, reconnects: 3 } as const
    expect((await healthOf({ bus: { state: () => state } })).body).toMatchObject({
      status: 'degraded',
      bus: { status: 'disconnected', latency_ms: null, reconnects: 3 },
      errors: ['bus: not connected to the other processes'],
    })
  })

  it('[OP-13] is degraded while model files are missing', async () => {
    expect((await healthOf({ modelsWithoutFile: async () => 2 })).body).toMatchObject({
      status: 'degraded',
      models: { status: 'incomplete', file_missing: 2 },
      errors: ['models: 2 files are missing'],
    })
  })

  it('[OP-13] is degraded while the models cannot be read', async () => {
    expect((await healthOf({ modelsWithoutFile: () => Promise.reject(new Error('gone')) })).body).toMatchObject({
      status: 'degraded',
      models: { status: 'unavailable', file_missing: 0 },
      errors: ['models: cannot be read'],
    })
  })

  it.each([
    ['current', NOW - OVERDUE_S * 1000, 'healthy', OVERDUE_S],
    ['overdue', NOW - OVERDUE_S * 1000 - 1_000, 'degraded', OVERDUE_S + 1],
  ] as const)('[OP-13] market data is %s when received at %i: %s', async (state, receivedAt, status, age) => {
    expect((await healthOf({ receivedAt })).body).toMatchObject({ status, market_data: { status: state, age_s: age } })
  })

  it('[OP-13] without any market data the wait counts from the start', async () => {
    expect((await healthOf({ receivedAt: null })).body).toMatchObject({
      status: 'healthy',
      market_data: { status: 'current', age_s: null },
    })
    const startedAt = NOW - OVERDUE_S * 1000 - 1_000
    expect((await healthOf({ receivedAt: null, startedAt })).body).toMatchObject({
      status: 'degraded',
      market_data: { status: 'overdue', age_s: null },
      errors: [`market data: none for BTC/USD for ${OVERDUE_S + 1} s`],
    })
  })

  it('[OP-13] the pair without data for longest decides', async () => {
    const market = { ...testMarket(), pairs: ['BTCUSD', 'ETHUSD', 'XRPUSD', 'DOGE'] }
    const received = { BTCUSD: NOW - 1_000, ETHUSD: NOW - 200_000, XRPUSD: NOW - 180_000, DOGE: NOW - 900_000 }
    expect((await healthOf({ market, received })).body).toMatchObject({
      status: 'degraded',
      market_data: { status: 'overdue', age_s: 200 },
      errors: ['market data: none for ETH/USD for 200 s'],
    })
    expect((await healthOf({ market: { ...market, pairs: [] } })).body).toMatchObject({
      status: 'healthy',
      market_data: { status: 'current', age_s: null },
    })
  })

  it('[OP-13] is degraded while the stream log cannot be reached', async () => {
    const log = { engine: 'redis', problem: () => 'no answer for 4 s' } as const
    expect(await healthOf({ log })).toMatchObject({
      status: 200,
      body: {
        status: 'degraded',
        stream_log: { status: 'unavailable', engine: 'redis' },
        errors: ['stream log: it does not answer'],
      },
    })
  })

  it.each([
    ['connect ECONNREFUSED 10.0.0.7:6379', 'it cannot be reached'],
    ['getaddrinfo ENOTFOUND redis.internal', 'its name cannot be resolved'],
    ["OOM command not allowed when used memory > 'maxmemory'.", 'its memory is full'],
    ['MISCONF Redis is configured to save RDB snapshots, see /var/lib/redis', 'it cannot write to its disk'],
    ['WRONGPASS invalid username-password pair', 'it refuses the user'],
    ["ERR unknown command 'XADD', with args beginning with: secret", 'it reports an error'],
  ])('[OP-13] says %j in words, without addresses and commands', async (said, words) => {
    const log = { engine: 'redis', problem: () => said } as const
    expect((await healthOf({ log })).body).toMatchObject({ errors: [`stream log: ${words}`] })
  })

  it('[OP-13] is degraded while the market is', async () => {
    const market = { ...testMarket(), degraded: 'The kraken feed failed.' }
    expect((await healthOf({ market })).body).toMatchObject({
      status: 'degraded',
      errors: ['market: The kraken feed failed.'],
    })
  })

  it('[OP-13] counts in words, and has a reason for a failure that is not an error', async () => {
    expect((await healthOf({ modelsWithoutFile: async () => 1 })).body).toMatchObject({
      errors: ['models: 1 file is missing'],
    })
    const ping = () => Promise.reject('gone')
    expect((await healthOf({ database: { ping } })).body).toMatchObject({
      status: 'error',
      writes: { status: 'refused', reason: 'The database reports an error.' },
      errors: ['database: The database reports an error.'],
    })
  })

  it('[LD-22] is degraded while the process cannot renew its right to run market and analysis', async () => {
    const leadership = { status: 'uncertain', token: 7, since: 5 } as const
    expect((await healthOf({ leadership: () => leadership })).body).toMatchObject({
      status: 'degraded',
      leadership,
      errors: ['leadership: cannot be renewed in the database'],
    })
  })

  it('[OP-14] asks its parts at most once a second', async () => {
    let now = NOW
    let pings = 0
    const readiness = createReadiness({
      version: '1',
      startedAt: 0,
      now: () => now,
      worstLagMs: () => 0,
      role: 'all',
      files: FILES,
      leadership: () => LEADERSHIP,
      bus: createInProcessBus(),
      database: { ...WORKING, ping: async () => void (pings += 1) },
      market: { describe: () => testMarket(), lastSeen: () => undefined },
      log: { engine: 'memory', problem: () => undefined },
    })
    await Promise.all([readiness(), readiness()])
    expect(pings).toBe(1)
    now += 1_000
    await readiness()
    expect(pings).toBe(2)
  })
})

describe('/health/ready', () => {
  it('[OP-24] says by its status alone whether all requests are taken', async () => {
    const ready = { status: 200, body: { status: 'ready' } }
    const notReady = { status: 503, body: { status: 'not ready' } }
    const full = { database: { readOnly: () => new ReadOnly('disk-full') } }
    const away = { database: { ping: () => Promise.reject(new Unavailable(AWAY)) } }
    expect(await healthOf({}, '/health/ready')).toEqual(ready)
    // Old prices keep no one from signing in.
    expect(await healthOf({ receivedAt: NOW - 900_000 }, '/health/ready')).toEqual(ready)
    expect([await healthOf(full, '/health/ready'), await healthOf(away, '/health/ready')]).toEqual([notReady, notReady])
  })
})

describe('/health/live', () => {
  it('[OP-14] is 200 while the process responds, although the database is unavailable', async () => {
    const ping = () => Promise.reject(new Unavailable(AWAY))
    expect(await healthOf({ database: { ping } }, '/health/live')).toEqual({
      status: 200,
      body: { status: 'alive', uptime_s: 42 },
    })
  })
})
