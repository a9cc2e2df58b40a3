import { createHash } from 'node:crypto'
import { createServer, request as sendRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import * as MODELS from '#contract/endpoints/models.ts'
import * as CANDLES from '#contract/endpoints/candles.ts'
import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { LeaderUnavailable } from '#server/http/errors.ts'
import { forwardingRoutes } from '#server/http/forwarding.ts'
import { bearer, testApp } from '#test/support/server/app.ts'
import { POLICY } from '#server/http/route-policy.ts'

const RECENT = `${DEFAULT_BASES.tdp}${CANDLES.recent.path}`
const UPLOAD = `${DEFAULT_BASES.tdp}${MODELS.upload.path}`
const STRATEGY_LIST = `${DEFAULT_BASES.strategy}${STRATEGIES.list.path}`

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** A leader that answers with `handle`, and what it was asked. */
async function leaderThat(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: IncomingMessage[] = []
  const server: Server = createServer((request, response) => {
    asked.push(request)
    handle(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { asked, address: `http://127.0.0.1:${port}` }
}

const json = (status: number, body: object) => (_request: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json', 'x-own': '1' }).end(JSON.stringify(body))

async function gatewayTo(address: string | undefined, trustProxy = 0, ofEth = address) {
  const state = { unreachable: 0 }
  const app = await testApp({
    trustProxy,
    toKnownFailure: (error) =>
      error instanceof LeaderUnavailable
        ? { statusCode: 503, message: error.message, retryAfterS: error.retryAfterS }
        : undefined,
  })
  await app.register(
    forwardingRoutes({
      policy: POLICY,
      isForwarded: (route) => route.includes(` ${DEFAULT_BASES.tdp}/`) || route.includes(` ${DEFAULT_BASES.strategy}/`),
      leaderAddress: (pair) => (pair === 'ETHUSD' ? ofEth : address),
      strategyPair: async (id) => (id === 'on-eth' ? 'ETHUSD' : undefined),
      onUnreachable: () => void (state.unreachable += 1),
    }),
  )
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  stops.push(() => app.close())
  return { app, url, state }
}

describe('forwarded requests', () => {
  it('[RL-20] are answered by the leader, with its status, headers and body', async () => {
    const leader = await leaderThat(json(418, { success: false, error: 'No.' }))
    const { url } = await gatewayTo(leader.address)
    const reply = await fetch(`${url}${RECENT}?pair=BTCUSD&limit=5`, { headers: bearer('Viewer') })
    expect([reply.status, reply.headers.get('x-own'), await reply.json()]).toEqual([
      418,
      '1',
      { success: false, error: 'No.' },
    ])
    expect(leader.asked[0]?.url).toBe(`${RECENT}?pair=BTCUSD&limit=5`)
    expect(leader.asked[0]?.headers.authorization).toBe('Bearer Viewer')
  })

  it('[RL-20] are refused here by the same policy, without asking the leader', async () => {
    const leader = await leaderThat(json(200, {}))
    const { url } = await gatewayTo(leader.address)
    expect((await fetch(`${url}${RECENT}`)).status).toBe(401)
    expect((await fetch(`${url}${RECENT}`, { headers: bearer('expired') })).status).toBe(401)
    expect((await fetch(`${url}${UPLOAD}`, { method: 'POST', headers: bearer('Viewer'), body: 'x' })).status).toBe(403)
    expect((await fetch(`${url}/api/tdp/unknown`, { headers: bearer('Admin') })).status).toBe(404)
    expect(leader.asked).toHaveLength(0)
  })

  it('[RL-25] on a market go to the leader of the pair that the body names, or of the strategy, the body as it was', async () => {
    const bodies: string[] = []
    const answer = (name: string) => (request: IncomingMessage, response: ServerResponse) =>
      void text(request).then((body) => {
        bodies.push(body)
        json(200, { name })(request, response)
      })
    const [first, eth] = [await leaderThat(answer('first')), await leaderThat(answer('eth'))]
    const { url } = await gatewayTo(first.address, 0, eth.address)
    async function ask(method: string, path: string, body?: object) {
      const reply = await fetch(`${url}${DEFAULT_BASES.strategy}${path}`, {
        method,
        headers: { ...bearer('Trader'), ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      return Object.values((await reply.json()) as object).join()
    }
    const draft = (pair: string) => ({ name: 'é', symbols: [pair, 'BTCUSD'], n: 0.1 })
    const { backtest, availability, custom, decisions, evaluate } = STRATEGIES
    expect(await ask('POST', backtest.path, draft('ETHUSD'))).toBe('eth')
    expect(await ask('POST', backtest.path, draft('BTCUSD'))).toBe('first')
    expect(await ask('POST', availability.path, { symbol: 'ETHUSD', signal_sources: [] })).toBe('eth')
    expect(await ask('POST', availability.path, { symbol: 7 })).toBe('first')
    expect(await ask('POST', custom.path, draft('ETHUSD'))).toBe('first')
    expect(await ask('GET', decisions.path.replace(':id', 'on-eth'))).toBe('eth')
    expect(await ask('POST', evaluate.path.replace(':id', 'on-eth'))).toBe('eth')
    expect(await ask('GET', decisions.path.replace(':id', 'none'))).toBe('first')
    expect(bodies.slice(0, 2)).toEqual([JSON.stringify(draft('ETHUSD')), JSON.stringify(draft('BTCUSD'))])
  })

  it('[RL-21] stream an upload through as it comes, to the last byte', async () => {
    const hash = createHash('sha256')
    let received = 0
    const leader = await leaderThat((request, response) => {
      request.on('data', (bytes: Buffer) => {
        received += bytes.length
        hash.update(bytes)
      })
      request.on('end', () => json(201, { received })(request, response))
    })
    const { url } = await gatewayTo(leader.address)
    const part = Buffer.alloc(1_048_576, 'abcdefg')
    const expected = createHash('sha256')
    const upload = sendRequest(`${url}${UPLOAD}`, {
      method: 'POST',
      headers: { ...bearer('Trader'), 'content-type': 'multipart/form-data; boundary=x' },
    })
    const replied = once(upload, 'response')
    upload.write(part)
    expected.update(part)
    // The leader has the beginning although the end was not sent yet.
    await expect.poll(() => received, { timeout: 10_000 }).toBe(part.length)
    for (let sent = 0; sent < 15; sent += 1) {
      upload.write(part)
      expected.update(part)
    }
    upload.end()
    const [reply] = (await replied) as [IncomingMessage]
    expect([reply.statusCode, received]).toEqual([201, 16 * part.length])
    expect(hash.digest('hex')).toBe(expected.digest('hex'))
    expect(leader.asked[0]?.headers['content-type']).toBe('multipart/form-data; boundary=x')
    reply.resume()
  })

  it('[RL-21] [RL-22] have the address of the client and the id of the request, and nothing that it claims', async () => {
    const leader = await leaderThat(json(200, {}))
    const { url } = await gatewayTo(leader.address)
    const claimed = { 'x-forwarded-for': '1.2.3.4', 'x-request-id': 'claimed-id', 'x-forwarded-host': 'evil' }
    await fetch(`${url}${RECENT}`, { headers: { ...bearer('Viewer'), cookie: 'refresh=secret', ...claimed } })
    expect(leader.asked[0]?.headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-request-id': expect.stringMatching(/^[\da-f]{6}-\w+$/) as string,
    })
    expect(leader.asked[0]?.headers).not.toHaveProperty('cookie')
    expect(leader.asked[0]?.headers).not.toHaveProperty('x-forwarded-host')
  })

  it('[RL-22] have the address and the id that a trusted proxy gives', async () => {
    const leader = await leaderThat(json(200, {}))
    const { url } = await gatewayTo(leader.address, 1)
    const given = { 'x-forwarded-for': '1.2.3.4, 5.6.7.8', 'x-request-id': 'abc123-7' }
    await fetch(`${url}${RECENT}`, { headers: { ...bearer('Viewer'), ...given } })
    expect(leader.asked[0]?.headers).toMatchObject({ 'x-forwarded-for': '5.6.7.8', 'x-request-id': 'abc123-7' })
  })

  it('[RL-23] get 503 with Retry-After and a sentence while there is no leader', async () => {
    const { url } = await gatewayTo(undefined)
    const reply = await fetch(`${url}${RECENT}`, { headers: bearer('Viewer') })
    expect([reply.status, reply.headers.get('retry-after'), await reply.json()]).toEqual([
      503,
      '2',
      { success: false, error: new LeaderUnavailable().message },
    ])
    const strategies = await fetch(`${url}${STRATEGY_LIST}`, { headers: bearer('Viewer') })
    expect(await strategies.json()).toEqual({
      success: false,
      error: new LeaderUnavailable().message,
      detail: new LeaderUnavailable().message,
    })
  })

  it.each([
    ['refuses the connection', undefined],
    ['hangs up', (request: IncomingMessage) => void request.socket.destroy()],
  ])('[RL-23] get the same from a leader that %s', async (_, handle) => {
    const leader = await leaderThat(handle ?? (() => undefined))
    if (!handle) await stops.shift()?.()
    const { url, state } = await gatewayTo(leader.address)
    const reply = await fetch(`${url}${RECENT}`, { headers: bearer('Viewer') })
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '2'])
    expect(state.unreachable).toBe(1)
    expect(leader.asked.length).toBeLessThanOrEqual(1)
  })

  it('[RL-23] are not repeated when the leader answers 503', async () => {
    const leader = await leaderThat((request, response) => {
      response.setHeader('retry-after', '1')
      json(503, { success: false, error: 'Busy.' })(request, response)
    })
    const { url } = await gatewayTo(leader.address)
    const reply = await fetch(`${url}${RECENT}`, { headers: bearer('Viewer') })
    expect([reply.status, await reply.json()]).toEqual([503, { success: false, error: 'Busy.' }])
    expect(leader.asked).toHaveLength(1)
  })
})
