import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wrap } from '#contract/streams.ts'
import { createMemoryLog } from '#server/streams/memory-log.ts'
import type { StreamLog } from '#server/streams/ports.ts'
import { provenanceAt } from '#test/support/data/analysed.ts'
import { marketDataApp, unreachableLog } from '#test/support/server/market-data.ts'

const KEY = 'tdp:kraken:BTCUSD:technical_indicators:m1'
const idsOf = (body: unknown) =>
  (body as { messages: { message_id: string }[] }).messages.map(({ message_id }) => message_id)

async function filled(count: number) {
  const harness = await marketDataApp()
  for (let n = 1; n <= count; n += 1) {
    await harness.log.append(KEY, wrap('TechnicalIndicator', { rsi_14: n }), provenanceAt(n * 1000))
  }
  return harness
}

describe('the stream-proxy service', () => {
  it('[SL-40] recent returns 10 by default, and never more than 25, newest first', async () => {
    const { proxy } = await filled(40)
    const newest = (count: number) => Array.from({ length: count }, (_, n) => `${(40 - n) * 1000 + 10}-0`)

    expect(idsOf((await proxy(`/api/streams/recent/${KEY}`)).body)).toEqual(newest(10))
    expect(idsOf((await proxy(`/api/streams/recent/${KEY}?count=15`)).body)).toEqual(newest(15))
    expect(idsOf((await proxy(`/api/streams/recent/${KEY}?count=1000`)).body)).toEqual(newest(25))
    expect(await proxy(`/api/streams/recent/${KEY}?count=0`)).toMatchObject({
      status: 400,
      body: { success: false, error: 'count: count must be at least 1' },
    })
  })

  it('[SL-41] lists its streams, with the length and last id of each', async () => {
    const { proxy } = await filled(3)
    expect((await proxy('/api/streams')).body).toEqual({ streams: [KEY] })
    expect((await proxy(`/api/streams/metadata/${KEY}`)).body).toEqual({
      length: 3,
      last_generated_id: '3010-0',
      timestamp: 3_000,
    })
    expect((await proxy(`/api/streams/latest/${KEY}`)).body).toEqual({
      latest_message: {
        message_id: '3010-0',
        data: { TechnicalIndicator: { rsi_14: 3 } },
        timestamp: 3_000,
        seq: 3,
        epoch: 'e1',
        provenance: provenanceAt(3_000),
      },
    })
  })

  it('[SL-41] an unknown stream is empty, not an error', async () => {
    const { proxy } = await filled(0)
    expect((await proxy('/api/streams/metadata/tdp:none')).body).toEqual({
      length: 0,
      last_generated_id: null,
      timestamp: null,
    })
    expect((await proxy('/api/streams/latest/tdp:none')).body).toEqual({ latest_message: null })
    expect((await proxy('/api/streams/recent/tdp:none')).body).toEqual({ messages: [] })
  })

  it('[SL-15] health is degraded, with the reasons, while the server is', async () => {
    const { proxy } = await marketDataApp(undefined, { serverErrors: ['The server is read-only.'] })
    expect(await proxy('/health')).toEqual({
      status: 200,
      headers: expect.anything(),
      body: {
        status: 'degraded',
        redis_connection: { healthy: true, status: 'no Redis: kept in this process', engine: 'memory' },
        timestamp: 42_000,
        errors: ['The server is read-only.'],
      },
    })
  })

  it.each([
    ['healthy', 'healthy'],
    ['warming_up', 'healthy'],
    ['degraded', 'degraded'],
  ] as const)('[SL-15] health of an analysis that is %s is %s', async (analytics, status) => {
    const { proxy } = await marketDataApp(undefined, { analytics })
    expect(await proxy('/health')).toMatchObject({ status: 200, body: { status, redis_connection: { healthy: true } } })
  })

  it('[SL-42] is healthy while the log is, otherwise 503 with the same body and the reason', async () => {
    expect(await (await filled(1)).proxy('/health')).toMatchObject({
      status: 200,
      body: { status: 'healthy', redis_connection: { healthy: true }, timestamp: 42_000 },
    })
    const { proxy } = await marketDataApp(unreachableLog())
    expect(await proxy('/health')).toMatchObject({
      status: 503,
      body: {
        status: 'error',
        redis_connection: { healthy: false, status: 'it cannot be reached' },
        timestamp: 42_000,
      },
    })
  })

  it('[SL-42] a failure before the check is a 503 in the usual format', async () => {
    const { proxy } = await marketDataApp(undefined, { injectFailure: () => 503 })
    const { status, body } = await proxy('/health')
    expect([status, body]).toEqual([503, { success: false, error: 'Service Unavailable' }])
  })

  it('[SL-26] while the log is unreachable its streams are 503 with Retry-After', async () => {
    const { proxy } = await marketDataApp(unreachableLog())
    for (const path of ['', `/metadata/${KEY}`, `/latest/${KEY}`, `/recent/${KEY}`]) {
      const { status, body, headers } = await proxy(`/api/streams${path}`)
      expect([status, body, headers['retry-after']]).toEqual([
        503,
        { success: false, error: 'The stream log cannot be reached.' },
        '1',
      ])
    }
  })

  it('[SL-45] names the market source and what stores the log as they are: a simulated market in memory has no Kraken and no Redis', async () => {
    const simulated = await marketDataApp(undefined, { market: 'simulated' })
    expect((await simulated.proxy('/api/status')).body).toMatchObject({ config: { redis_exchange: 'simulated' } })
    expect((await simulated.proxy('/health')).body).toMatchObject({
      redis_connection: { healthy: true, status: 'no Redis: kept in this process', engine: 'memory' },
    })
    for (const path of ['/analysis/comprehensive/BTCUSD', '/signals/ml/BTCUSD', '/signals/comprehensive/BTCUSD']) {
      expect((await simulated.tdp(path)).body, path).toMatchObject({ data: { exchange: 'simulated' } })
    }
    const redis = await marketDataApp({ ...createMemoryLog({ epoch: 'e1' }), engine: 'redis' })
    expect((await redis.proxy('/health')).body).toMatchObject({
      redis_connection: { healthy: true, status: 'connected', engine: 'redis' },
    })
  })

  it('describes itself and its features', async () => {
    const { proxy } = await filled(0)
    expect((await proxy('/api/status')).body).toEqual({
      status: 'running',
      version: '1.2.3',
      config: { redis_exchange: 'kraken', redis_tdp_feed_prefix: 'tdp', websocket_port: 8_080, api_port: 8_080 },
    })
    expect((await proxy('/api/streams/consume')).body).toMatchObject({ status: 'stream_consumer_initialized' })
    expect((await proxy('/api/analytics')).body).toEqual({
      health: { status: 'healthy', streams: 0, entries: 0, last_entry_at: null, failures: 0 },
    })
  })
})

describe('stream keys', () => {
  /** A log that remembers the keys it was asked for. */
  async function listening() {
    const asked: string[] = []
    const log = createMemoryLog({ epoch: 'e1' })
    const noting: StreamLog = {
      ...log,
      recent: (key, count) => (asked.push(key), log.recent(key, count)),
      info: (key) => (asked.push(key), log.info(key)),
      keys: () => (asked.push('all of them'), log.keys()),
    }
    const harness = await marketDataApp(noting)
    await log.append(KEY, wrap('TechnicalIndicator', { rsi_14: 1 }), provenanceAt(1_000))
    await log.append('session:ann', wrap('Unknown', { secret: 'of another feed' }), provenanceAt(1_000))
    return { ...harness, asked }
  }
  const WAYS = ['recent', 'latest', 'metadata']

  it.each([
    '*',
    'tdp:*',
    'tdp:kraken:*:technical_indicators:m?',
    'tdp:kraken:BTC[A-Z]SD:technical_indicators:m1',
    'session:ann',
    'tdpx:kraken',
    'tdp',
    'tdp:',
    'tdp::m1',
    `${KEY}:`,
    ` ${KEY}`,
    `${KEY}\n`,
    `${KEY}\r\nKEYS *\r\n`,
    `${KEY}\u0000`,
    `${KEY} session:ann`,
    `${KEY}/../session:ann`,
    '../session:ann',
    'tdp:..%2fsession',
    '__proto__',
    'constructor',
    "tdp:' or 1=1 --",
    'tdp:\u202eann',
  ])('[SL-43] AB-26 %j is 400 and reaches no log', async (key) => {
    const { proxy, asked } = await listening()
    for (const way of WAYS) {
      const { status, body } = await proxy(`/api/streams/${way}/${encodeURIComponent(key)}`)
      expect([status, body]).toEqual([400, { success: false, error: expect.any(String) }])
    }
    expect(asked).toEqual([])
  })

  it('[SL-43] AB-26 for any key, only keys of the feed are looked up, literally', async () => {
    const { proxy, asked } = await listening()
    const parts = fc.constantFrom('tdp', 'session', 'ann', ':', '*', '?', '[a-z]', '..', '/', '\r\n', 'kraken', KEY)
    const made = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(parts, { maxLength: 8 }).map((all) => all.join('')),
    )
    await fc.assert(
      fc.asyncProperty(made, fc.constantFrom(...WAYS), async (key, way) => {
        asked.length = 0
        const { status, body } = await proxy(`/api/streams/${way}/${encodeURIComponent(key)}`)
        const isKey = /^tdp(:[\w-]+)+$/.test(key)
        expect([status, asked]).toEqual(
          isKey ? [200, [key]] : [expect.toSatisfy((code) => [400, 404, 414].includes(Number(code))), []],
        )
        if (key !== KEY) expect(JSON.stringify(body)).not.toMatch(/rsi_14|of another feed/)
      }),
      { numRuns: 500, seed: 26 },
    )
  })
})
