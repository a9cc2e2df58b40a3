import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCall, type Fetch } from '#src/transport/http/http.ts'
import { createProxyHealth } from '#src/app/health.ts'
import { html, json, silent, unreachable } from '#test/support/client/identity-service.ts'

const over = (fetch: Fetch) => createProxyHealth(createCall(fetch, '/proxy'))
const answering = (answer: () => Response | Promise<Response>) => over(() => Promise.resolve(answer()))
const signal = () => new AbortController().signal

const DOWN = { status: 'error', redis_connection: { healthy: false, status: 'connection refused' }, timestamp: 5 }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('[PH-6] /health', () => {
  it.each([200, 503])('returns a result for status %i', async (status) => {
    const { timestamp: _, ...vitals } = DOWN
    expect(await answering(() => json(status, DOWN)).vitals(signal())).toEqual({ ok: true, value: vitals })
  })

  it('accepts any status text', async () => {
    const body = { status: 'unhealthy', redis_connection: { healthy: true, status: 'ok' } }
    expect(await answering(() => json(200, body)).vitals(signal())).toEqual({ ok: true, value: body })
  })

  it.each([
    ['503 without its body', () => html(503, 'Service Unavailable'), 'HTTP 503: Service Unavailable'],
    ['503 with another body', () => json(503, { error: 'busy' }), 'HTTP 503: Service Unavailable'],
    ['500 with its body', () => json(500, DOWN), 'HTTP 500: Internal Server Error'],
    ['no JSON', () => html(200, 'OK'), 'Unexpected answer from the server'],
    ['nonsense', () => json(200, { status: 5, redis_connection: 'yes' }), 'Unexpected answer from the server'],
    ['nobody', unreachable, 'No answer from the server'],
  ])('%s is a failure with a message', async (_, answer, error) => {
    expect(await answering(answer).vitals(signal())).toEqual({ ok: false, error })
  })

  it('times out after 10 s', async () => {
    const asking = answering(silent).vitals(signal())
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await asking).toEqual({ ok: false, error: 'No answer within 10 s' })
  })
})

it('requests each part at its path and unwraps it', async () => {
  const bodies: Record<string, unknown> = {
    '/proxy/api/status': { status: 'running', version: '2', config: { api_port: 8081 } },
    '/proxy/api/streams/consume': { status: 'stream_consumer_initialized' },
    '/proxy/api/analytics': { health: { status: 'warming_up', streams: 3 } },
    '/proxy/api/streams': { streams: ['a'] },
  }
  const { system, consumption, analytics, streams } = over(async (url) => json(200, bodies[url]))
  expect(await Promise.all([system(signal()), consumption(signal()), analytics(signal()), streams(signal())])).toEqual([
    { ok: true, value: { status: 'running', version: '2', config: { api_port: 8081 } } },
    { ok: true, value: { status: 'stream_consumer_initialized', features: [] } },
    { ok: true, value: { status: 'warming_up' } },
    { ok: true, value: ['a'] },
  ])
})

it('accepts status 503 for /health only', async () => {
  const { system } = answering(() => json(503, { status: 'running' }))
  expect(await system(signal())).toEqual({ ok: false, error: 'HTTP 503: Service Unavailable' })
})
