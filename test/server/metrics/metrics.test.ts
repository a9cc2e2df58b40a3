import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { of } from 'rxjs'
import { afterEach, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import type { Health } from '#contract/health.ts'
import * as SERVICE from '#contract/endpoints/service.ts'
import type { GatewayStats } from '#server/gateway/ports.ts'
import { registerMetrics } from '#server/metrics/routes.ts'
import { testApp } from '#test/support/server/app.ts'
import { testMarket } from '#test/support/server/gateway.ts'

const TOKEN = 'a token of the settings'
const STATS: GatewayStats = {
  clients: 3,
  waiting: 12,
  sent: 1_200,
  conflated: 7,
  refused: 2,
  badFrames: 1,
  dropped: {
    'slow-reader': 4,
    silent: 0,
    'bad-frames': 0,
    'access-ended': 0,
    'token-expired': 0,
    replaced: 0,
    moved: 0,
  },
}
const HEALTH: Health = {
  status: 'degraded',
  role: 'all',
  version: '1.2.3',
  uptime_s: 42,
  durability: 'fsync',
  leadership: { status: 'leader', token: 12, since: 1_500 },
  database: { status: 'ready', engine: 'embedded' },
  writes: { status: 'refused', reason: 'The disk is full.' },
  bus: { status: 'connected', latency_ms: 3.5, reconnects: 2 },
  disk: { status: 'full', free_mib: 2 },
  market: testMarket(),
  market_data: { status: 'current', age_s: 4 },
  stream_log: { status: 'ready', engine: 'memory' },
  models: { status: 'ready', file_missing: 0 },
  event_loop: { worst_lag_ms: 120 },
  errors: [],
}

let app: FastifyInstance
afterEach(() => app.close())

async function start(token: string | undefined, stats: () => GatewayStats = () => STATS, more = {}) {
  app = await testApp()
  registerMetrics(app, token, { readiness: async () => HEALTH, socketStats: stats, ...more })
  await app.register(async (part) => {
    part.get('/health', () => ({}))
  })
}
/** The series of a metric. */
const seriesOf = (name: string, type: string | undefined): string[] =>
  type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name]
const read = (authorization?: string) =>
  app.inject({ url: SERVICE.metrics.path, headers: authorization === undefined ? {} : { authorization } })

describe('/metrics', () => {
  it('[OP-17] [LD-22] reports requests by route, sockets, readiness and the process', async () => {
    await start(TOKEN)
    await app.inject('/health?email=ada@pairbot.test')
    const { body, headers } = await read(`Bearer ${TOKEN}`)
    expect(headers['content-type']).toContain('text/plain; version=0.0.4')
    expect(body.split('\n')).toEqual(
      expect.arrayContaining([
        'pairbot_http_request_seconds_count{method="GET",route="/health",status="200"} 1',
        'pairbot_sockets 3',
        'pairbot_socket_messages_sent_total 1200',
        'pairbot_socket_connections_ended_total{cause="slow-reader"} 4',
        'pairbot_ready 0.5',
        'pairbot_writes_accepted 0',
        'pairbot_bus_connected 1',
        'pairbot_bus_latency_seconds 0.0035',
        'pairbot_bus_reconnects 2',
        'pairbot_disk_free_bytes 2097152',
        'pairbot_event_loop_worst_lag_seconds 0.12',
        'pairbot_info{version="1.2.3",role="all",engine="embedded",market="simulated"} 1',
        'pairbot_leader 1',
        'pairbot_leader_token 12',
        'pairbot_leader_since_seconds 1.5',
      ]),
    )
    expect(body).toContain('process_resident_memory_bytes')
    expect(body).not.toContain('ada@')
  })

  it('[OP-19] reports the connections to Redis and how long it takes, by role', async () => {
    app = await testApp()
    registerMetrics(app, TOKEN, {
      readiness: async () => HEALTH,
      socketStats: () => STATS,
      redisStates: () => [
        { role: 'writer', connected: true, losses: 3 },
        { role: 'reader', connected: false, losses: 4 },
      ],
      redisTimes$: () => of({ role: 'writer' as const, seconds: 0.02 }, { role: 'reader' as const, seconds: 0.002 }),
    })
    expect((await read(`Bearer ${TOKEN}`)).body.split('\n')).toEqual(
      expect.arrayContaining([
        'pairbot_redis_connected{role="writer"} 1',
        'pairbot_redis_connected{role="reader"} 0',
        'pairbot_redis_connections_lost_total{role="writer"} 3',
        'pairbot_redis_connections_lost_total{role="reader"} 4',
        'pairbot_redis_seconds_bucket{le="0.01",role="writer"} 0',
        'pairbot_redis_seconds_bucket{le="0.025",role="writer"} 1',
        'pairbot_redis_seconds_sum{role="reader"} 0.002',
      ]),
    )
  })

  it('[OP-23] reports what waits, what the database takes, the age of entries and what strategies decide', async () => {
    await start(TOKEN, undefined, {
      databaseSeconds: async () => 0.004,
      ages$: () => of(0.02, 0.2),
      evaluator: () => ({ evaluations: 90, last_ms: 6, longest_ms: 30, unwritten: 5, failures: 1 }),
    })
    expect((await read(`Bearer ${TOKEN}`)).body.split('\n')).toEqual(
      expect.arrayContaining([
        'pairbot_socket_messages_waiting 12',
        'pairbot_database_seconds 0.004',
        'pairbot_entry_age_seconds_bucket{le="0.1"} 1',
        'pairbot_entry_age_seconds_count 2',
        'pairbot_strategy_decisions_total 90',
        'pairbot_strategy_failures_total 1',
        'pairbot_strategy_decisions_unwritten 5',
        'pairbot_strategy_evaluation_seconds 0.006',
      ]),
    )
  })

  it.each([
    ['leader', 1, 0],
    ['standby', 0, 1],
    ['uncertain', 0, 0],
  ] as const)('[LD-22] reports of each pair whether a %s leads it or stands by', async (status, leads, waits) => {
    const leadership = { status, token: 12, since: 1_500 }
    await start(TOKEN, undefined, {
      readiness: async () => ({ ...HEALTH, leadership }),
      pairs: () => ['BTCUSD', 'ETHUSD'] as const,
    })
    const { body } = await read(`Bearer ${TOKEN}`)
    for (const pair of ['BTC/USD', 'ETH/USD']) {
      expect(body).toContain(`pairbot_pair_leader{pair="${pair}"} ${leads}\n`)
      expect(body).toContain(`pairbot_pair_standby{pair="${pair}"} ${waits}\n`)
    }
  })

  it('[OP-23] says -1 of a database that does not answer, and 0 of strategies where none are evaluated', async () => {
    await start(TOKEN, undefined, { databaseSeconds: async () => undefined })
    expect((await read(`Bearer ${TOKEN}`)).body.split('\n')).toEqual(
      expect.arrayContaining(['pairbot_database_seconds -1', 'pairbot_strategy_decisions_total 0']),
    )
  })

  it.each(['alerts.yml', 'grafana-dashboard.json'])('[DP-4] has every metric that %s asks for', async (file) => {
    await start(TOKEN)
    const { body } = await read(`Bearer ${TOKEN}`)
    const reported = new Set(
      [...body.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name = '', type]) => seriesOf(name, type)),
    )
    const asked = readFileSync(join('deploy/monitoring', file), 'utf8').match(/\b(?:pairbot|process|nodejs)_\w+/g) ?? []
    expect(asked.length).toBeGreaterThan(10)
    expect(asked.filter((name) => !reported.has(name))).toEqual([])
  })

  it('[OP-17] repeats totals as they are, however often it is read', async () => {
    let sent = 10
    await start(TOKEN, () => ({ ...STATS, sent }))
    await read(`Bearer ${TOKEN}`)
    sent = 25
    expect((await read(`Bearer ${TOKEN}`)).body).toContain('pairbot_socket_messages_sent_total 25')
  })

  it.each([undefined, 'Bearer', 'Bearer another token', TOKEN])('[OP-18] refuses %j', async (authorization) => {
    await start(TOKEN)
    const { statusCode, body } = await read(authorization)
    expect([statusCode, body.includes('pairbot_')]).toEqual([401, false])
  })

  it('[OP-18] is unknown without a token in the settings', async () => {
    await start(undefined)
    expect((await read(`Bearer ${TOKEN}`)).statusCode).toBe(404)
  })
})
