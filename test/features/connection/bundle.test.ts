import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  diagnosticsName,
  diagnosticsOf,
  type DiagnosticsSources,
} from '#src/features/connection/diagnostics/DiagnosticsButton.tsx'
import { startConnected } from '#test/support/client/connection.ts'
import { failed, startHealthHarness } from '#test/support/client/health.ts'
import { aLiveUpdate, T0 } from '#test/support/data/messages.ts'
import { recordOf } from '#test/support/client/records.ts'
import { createWorld, pass, signIn } from '#test/support/client/session.ts'

const START = T0 * 1000
const KEY = 'tdp:kraken:BTCUSD:analysis:divergence'

/** What must be found nowhere in a bundle. */
const CANARIES = {
  jwt: 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJlLWNhbmFyeQ',
  ticket: 'ticket-canary-7f3c9a52',
  password: 'Canary-horse-7',
  stranger: 'bob.canary+trade@else.example',
}

beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => void vi.useRealTimers())

/** A signed-in client in which everything that can quote something quotes every canary. */
async function troubled(quote: string): Promise<DiagnosticsSources> {
  const tab = createWorld().open()
  await signIn(tab)
  const tdp = startConnected()
  const analytics = startConnected({ feed: 'analytics' })
  tdp.socket().drop(1011, `tdp ${quote}`)
  analytics.socket().report({ type: 'socket.unsent', generation: 1, message: `analytics ${quote}` })
  const health = startHealthHarness({ system: failed(`status ${quote}`), streams: failed(`streams ${quote}`) })
  health.refresh()
  void health.runTests()
  await pass()
  const record = recordOf(KEY, { Analysis: { note: quote } }, { messageId: `1-0 ${quote}` })
  return {
    now: START,
    config: {
      identity: `https://ops:${CANARIES.password}@pairbot.test/api/identity`,
      tdp: '/api/tdp',
      proxy: '/api/redis-proxy',
      strategy: '/api/strategy',
      sockets: { tdp: `wss://host/ws/tdp?token=${CANARIES.ticket}`, analytics: '/ws/analytics' },
      version: '1.0.0',
    },
    browser: { userAgent: 'Browser/1', language: 'en', onLine: true },
    session: tab.actor.getSnapshot(),
    connections: { tdp: tdp.snapshot(), analytics: analytics.snapshot() },
    health: health.snapshot(),
    traffic: {
      tdp: {
        received: 3,
        last: { message: aLiveUpdate({}, { message_id: quote }), feed: 'tdp', receivedAt: START },
        lastUpdate: undefined,
      },
      analytics: { received: 0, last: undefined, lastUpdate: undefined },
    },
    problems: [{ kind: 'frame', text: `frame ${quote}`, count: 2, at: START }],
    records: [record],
    summary: {
      totalStreams: 1,
      activeStreams: 1,
      totalMessages: 1,
      lastUpdate: START,
      categories: new Map([['analysis', { streamCount: 1, messageCount: 1, lastUpdate: START }]]),
      connectionStatus: 'connected',
      fallbackMode: false,
      cachedAt: undefined,
    },
  }
}

const QUOTES = [
  `refused: Bearer ${CANARIES.jwt}`,
  `of ${CANARIES.jwt}, said ${CANARIES.stranger}.`,
  `wss://host/ws/tdp?token=${CANARIES.ticket}&batch=1 "password":"${CANARIES.password}"`,
  `{"ticket":"${CANARIES.ticket}"} <${CANARIES.stranger}>`,
]

describe('[PH-31] a bundle', () => {
  it.each(QUOTES)('does not contain %s', async (quote) => {
    const sources = await troubled(quote)
    const bundle = diagnosticsOf(sources)
    for (const canary of Object.values(CANARIES)) expect(bundle).not.toContain(canary)
    for (const own of ['ada@pairbot.test', 'token-1', 'ticket-for']) expect(bundle).not.toContain(own)
    expect(bundle.match(/@[a-z]/g)).toBeNull()
  })

  it('keeps the meaning of the errors', async () => {
    const { errors } = JSON.parse(diagnosticsOf(await troubled(QUOTES[2] ?? ''))) as { errors: unknown }
    const scrubbed = 'wss://host/ws/tdp?token=***&batch=1 "password":"***"'
    const at = new Date(START).toISOString()
    expect(errors).toEqual({
      tdp: [{ at, text: `Connection lost: tdp ${scrubbed}` }],
      analytics: [{ at, text: `analytics ${scrubbed}` }],
      health: expect.arrayContaining([{ at, text: `System status: status ${scrubbed}` }]) as unknown,
      data: [{ kind: 'frame', text: `frame ${scrubbed}`, count: 2, at }],
    })
  })
})

describe('[PH-30] a bundle', () => {
  it('contains versions, settings, states and streams without their data', async () => {
    const bundle = JSON.parse(diagnosticsOf(await troubled('of old'))) as Record<string, unknown>
    expect(Object.keys(bundle)).toEqual(['made_at', 'versions', 'settings', 'machines', 'errors', 'streams'])
    expect(bundle).toMatchObject({
      made_at: new Date(START).toISOString(),
      versions: { client: '1.0.0', proxy: null, browser: 'Browser/1' },
      settings: {
        tdp: '/api/tdp',
        identity: 'https://pairbot.test/api/identity',
        onLine: true,
        features: { debug: false },
      },
      machines: {
        session: { status: 'authenticated', role: 'Trader' },
        tdp: { status: 'reconnecting', isFallback: false, url: 'wss://host/ws/tdp?token=***&batch=1', received: 3 },
        analytics: { status: 'connected', connectionId: 'id-1', connectedAt: new Date(START).toISOString() },
        health: { overall: 'healthy', watchers: 0, report: { passed: false } },
      },
      streams: { totalStreams: 1, categories: { analysis: { streamCount: 1 } } },
    })
    const { list } = bundle['streams'] as { list: unknown[] }
    expect(list).toEqual([
      {
        key: KEY,
        category: 'analysis',
        subcategory: 'divergence',
        messageCount: 1,
        source: 'live',
        status: 'active',
        isStale: false,
        isVeryStale: false,
        messageId: '1-0 of old',
        hasData: true,
        made: expect.any(String) as unknown,
        received: expect.any(String) as unknown,
      },
    ])
  })

  it('works without a health monitor and has a name that sorts by time', async () => {
    const bundle = JSON.parse(diagnosticsOf({ ...(await troubled('x')), health: undefined })) as {
      machines: { health: unknown }
    }
    expect(bundle.machines.health).toBeNull()
    expect(diagnosticsName(START)).toBe('pairbot-diagnostics-20231114T221300Z.json')
  })
})
