import * as z from 'zod/mini'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCall, type Fetch } from '#src/transport/http/http.ts'
import { html, json, silent, unreachable } from '#test/support/client/identity-service.ts'

const schema = z.object({ price: z.number() })
const answering = (answer: () => Response | Promise<Response>) =>
  createCall(() => Promise.resolve(answer()), '/api/tdp')
const failureOf = async (answer: () => Response | Promise<Response>) => {
  const result = await answering(answer)({ path: '/x', schema })
  return result.ok ? 'no failure' : result.error
}

describe('a call', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('sends query, JSON and credentials below the base, and returns the parsed value', async () => {
    const sent: [string, RequestInit][] = []
    const fetch: Fetch = (url, init) => {
      sent.push([url, init])
      return Promise.resolve(json(200, { price: 5, more: 'ignored' }))
    }
    const call = createCall(fetch, 'https://host/base/')
    const result = await call({
      method: 'POST',
      path: '/orders',
      query: { pair: 'BTC/USD', limit: 5, off: undefined },
      body: { a: 1 },
      headers: { 'x-extra': '1' },
      schema,
    })

    expect(result).toEqual({ ok: true, value: { price: 5 } })
    expect(sent).toHaveLength(1)
    const [url, { signal, ...init }] = sent[0]!
    expect(signal?.aborted).toBe(false)
    expect(url).toBe('https://host/base/orders?pair=BTC%2FUSD&limit=5')
    expect(init).toEqual({
      method: 'POST',
      credentials: 'include',
      headers: { accept: 'application/json', 'content-type': 'application/json', 'x-extra': '1' },
      body: '{"a":1}',
    })
  })

  it('sends no content type without a body, since some servers refuse empty JSON', async () => {
    const sent: RequestInit[] = []
    const call = createCall((_, init) => {
      sent.push(init)
      return Promise.resolve(json(200, { price: 1 }))
    }, '')
    await call({ method: 'POST', path: '/auth/refresh', schema })
    expect(sent[0]?.headers).toEqual({ accept: 'application/json' })
  })

  it.each([
    [503, 'Service Unavailable', 'HTTP 503: Service Unavailable'],
    [503, '', 'HTTP 503: Service Unavailable'],
    [404, '', 'HTTP 404: Not Found'],
    [418, '', 'HTTP 418: Client Error'],
    [599, '', 'HTTP 599: Server Error'],
    [500, 'Kaputt', 'HTTP 500: Kaputt'],
  ])('[TR-3] %i with status text %j reads %s', async (status, statusText, text) => {
    expect(await failureOf(() => json(status, {}, statusText))).toMatchObject({ kind: 'http', status, text })
  })

  it("[TR-1] HA-29 reports a captive portal's 200 with HTML as a shape failure without its text", async () => {
    expect(await failureOf(() => html(200, 'OK'))).toEqual({
      kind: 'shape',
      status: 200,
      text: 'Unexpected answer from the server',
      serverMessage: undefined,
    })
  })

  it("[TR-1] keeps the server's message of a 200 with an unexpected body", async () => {
    expect(await failureOf(() => json(200, { success: false, error: 'Market closed' }))).toMatchObject({
      kind: 'shape',
      serverMessage: 'Market closed',
    })
  })

  it('[TR-1] reports a missing response as a network failure', async () => {
    expect(await failureOf(unreachable)).toEqual({ kind: 'network', text: 'No answer from the server' })
  })

  it('[TR-1] HA-27 reports an aborted body as a network failure, truncated JSON as a shape failure', async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"price":'))
        controller.error(new TypeError('terminated'))
      },
    })
    expect(await failureOf(() => new Response(broken))).toMatchObject({ kind: 'network' })
    expect(await failureOf(() => new Response('{"price":'))).toMatchObject({ kind: 'shape' })
  })

  it('[TR-2] times out after 10 s and not before', async () => {
    const settled = vi.fn<(result: unknown) => void>()
    void answering(silent)({ path: '/x', schema }).then(settled)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(settled).toHaveBeenCalledWith({ ok: false, error: { kind: 'timeout', text: 'No answer within 10 s' } })
  })

  it('[TR-2] HA-28 times out after 10 s while a body arrives byte by byte', async () => {
    const dripping = new ReadableStream({
      async pull(controller) {
        await new Promise((next) => {
          setTimeout(next, 1_000)
        })
        controller.enqueue(new TextEncoder().encode(' '))
      },
    })
    const settled = vi.fn<(result: unknown) => void>()
    void answering(() => new Response(dripping))({ path: '/x', schema }).then(settled)
    await vi.advanceTimersByTimeAsync(9_999)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(settled).toHaveBeenCalledWith({ ok: false, error: { kind: 'timeout', text: 'No answer within 10 s' } })
  })

  it('[TR-1] returns "aborted" for a signal aborted before or during the call', async () => {
    const caller = new AbortController()
    const running = answering(silent)({ path: '/x', schema, signal: caller.signal })
    caller.abort()
    const aborted = { ok: false, error: { kind: 'aborted', text: 'Cancelled' } }
    expect(await running).toEqual(aborted)
    expect(await answering(silent)({ path: '/x', schema, signal: caller.signal })).toEqual(aborted)
  })
})
