import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { CLOSE } from '#contract/close-codes.ts'
import { POLICY } from '#server/gateway/policy.ts'
import type { AuthResult } from '#server/http/access.ts'
import { access, connectClient, message, ORIGIN, startGateway, type TestGateway } from '#test/support/server/gateway.ts'
import { createManualTimers } from '#test/support/server/manual-timers.ts'

const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

/** Status of an upgrade request made by hand. */
function upgradeStatus(
  { url }: TestGateway,
  path: string,
  headers: Record<string, string>,
): Promise<number | undefined> {
  return new Promise((done, failed) => {
    const call = request(`${url.replace('ws:', 'http:')}${path}`, { headers: { ...UPGRADE, ...headers } })
    call.on('response', (response) => done(response.statusCode))
    call.on('upgrade', (response, socket) => {
      socket.destroy()
      done(response.statusCode)
    })
    call.on('error', failed)
    call.end()
  })
}

describe('the Host of an upgrade', () => {
  it('[HT-22] AB-57 is given once: two are 400 before the upgrade', async () => {
    await using harness = await startGateway()
    const { hostname, port, host } = new URL(harness.url)
    const socket = connectTcp(Number(port), hostname)
    const fields = Object.entries(UPGRADE).map(([name, value]) => `${name}: ${value}`)
    socket.write(
      ['GET /ws/tdp?token=ann:s1 HTTP/1.1', `Host: ${host}`, 'Host: evil.test', ...fields, '', ''].join('\r\n'),
    )
    const [answer] = (await once(socket, 'data')) as [Buffer]

    expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(harness.gateway.stats()).toMatchObject({ clients: 0, refused: 1 })
    socket.destroy()
  })
})

describe('the Origin of an upgrade', () => {
  it('[GW-1] WS-42 foreign, null, or missing with cookies: 403 before the upgrade, logged with the origin', async () => {
    await using harness = await startGateway()
    const path = '/ws/tdp?token=ann:s1'

    expect(await upgradeStatus(harness, path, { origin: 'https://evil.test' })).toBe(403)
    expect(await upgradeStatus(harness, path, { origin: 'null' })).toBe(403)
    expect(await upgradeStatus(harness, path, { cookie: 'rt=1' })).toBe(403)
    expect(harness.events.map((event) => (event.kind === 'origin-refused' ? event.origin : event))).toEqual([
      'https://evil.test',
      'null',
      'none',
    ])
    expect(harness.gateway.stats()).toMatchObject({ clients: 0, refused: 3 })
  })

  it('[GW-1] accepts our own, and none from a client without cookies', async () => {
    await using harness = await startGateway()

    expect(await upgradeStatus(harness, '/ws/tdp?token=ann:s1', { origin: ORIGIN, cookie: 'rt=1' })).toBe(101)
    expect(await upgradeStatus(harness, '/ws/tdp?token=ann:s1', {})).toBe(101)
  })
})

describe('upgrades of other paths', () => {
  it('[GW-2] are left to other listeners', async () => {
    await using harness = await startGateway()
    harness.server.on('upgrade', (call, socket) => {
      if (call.url === '/hmr') socket.end('HTTP/1.1 418 Teapot\r\nContent-Length: 0\r\n\r\n')
    })

    expect(await upgradeStatus(harness, '/hmr', { 'sec-websocket-protocol': 'vite-hmr' })).toBe(418)
    expect(await upgradeStatus(harness, '/ws/tdp?token=ann:s1', { origin: ORIGIN })).toBe(101)
  })

  it('[GW-2] are answered as plain requests without other listeners', async () => {
    await using harness = await startGateway()
    harness.server.prependListener('request', (call, response) => {
      if (call.url === '/health') response.writeHead(200).end('{}')
    })

    expect(await upgradeStatus(harness, '/ws/other', { origin: ORIGIN })).toBe(404)
    expect(await upgradeStatus(harness, '/ws/tdp/more', { origin: ORIGIN })).toBe(404)
    expect(await upgradeStatus(harness, '/health', { upgrade: 'h2c' })).toBe(200)
    expect(await upgradeStatus(harness, '/health', { upgrade: 'h2c', 'content-length': '5' })).toBe(426)
  })
})

describe('the token of a socket', () => {
  const cases = [
    ['missing', '', CLOSE.token, 'missing'],
    ['empty', '?token=', CLOSE.token, 'missing'],
    ['given twice', '?token=ann:s1&token=ann:s1', CLOSE.token, 'missing'],
    ['10 KiB long', `?token=${'x'.repeat(10_240)}`, CLOSE.token, 'missing'],
    ['garbage', '?token=%00%ff%%%', CLOSE.token, 'invalid'],
  ] as const
  for (const [name, query, code, refusal] of cases) {
    it(`[GW-3] WS-43 ${name}: upgraded, closed ${code} at once, no data frame`, async () => {
      // No time passes: what would wait for a timer never comes.
      const timers = createManualTimers()
      await using harness = await startGateway({
        timers,
        now: timers.now,
        endpoint: { snapshot: () => [message('secret')] },
      })
      const client = connectClient(`${harness.url}/ws/tdp${query}`)
      harness.publish('a', 'lossless', 1)

      expect((await client.closed).code).toBe(code)
      expect(client.frames).toEqual([])
      expect(harness.events).toEqual([{ kind: 'socket-refused', path: '/ws/tdp', address: '127.0.0.1', code, refusal }])
    })
  }

  const refusals = [
    ['expired', CLOSE.token, 'Token invalid'],
    ['session-ended', CLOSE.sessionEnded, 'Session ended'],
    ['account-inactive', CLOSE.sessionEnded, 'Account inactive'],
  ] as const
  for (const [refusal, code, reason] of refusals) {
    it(`[GW-3] ${refusal} closes ${code}`, async () => {
      const verifySocket = (): Promise<AuthResult> => Promise.resolve({ ok: false, refusal })
      await using harness = await startGateway({ access: { ...access, verifySocket } })

      expect(await connectClient(`${harness.url}/ws/tdp?token=t`).closed).toEqual({ code, reason })
    })
  }

  it('[GW-3] is passed to the access check with its path and Origin', async () => {
    const asked: unknown[] = []
    const verifySocket: typeof access.verifySocket = (token, call) => {
      asked.push(token, call)
      return access.verifySocket(token, call)
    }
    await using harness = await startGateway({ access: { ...access, verifySocket } })
    await connectClient(`${harness.url}/ws/tdp?batch=1&token=ann%3As1`).received(1)

    expect(asked).toEqual(['ann:s1', { path: '/ws/tdp', origin: ORIGIN }])
  })

  it('[GW-3] an access check that fails closes 1013 and is reported', async () => {
    const verifySocket = () => Promise.reject(new Error('database is away'))
    await using harness = await startGateway({ access: { ...access, verifySocket } })

    expect((await connectClient(`${harness.url}/ws/tdp?token=ann:s1`).closed).code).toBe(CLOSE.tryLater)
    expect(harness.events).toMatchObject([
      { kind: 'failure', during: 'access check', error: new Error('database is away') },
      { kind: 'socket-refused', refusal: 'unavailable' },
    ])
  })

  it('[GW-3] an access check that never answers closes 1013, once', async () => {
    const timers = createManualTimers()
    let answer = (_result: AuthResult) => {}
    const verifySocket = () => new Promise<AuthResult>((done) => (answer = done))
    await using harness = await startGateway({ access: { ...access, verifySocket }, timers, now: timers.now })
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1`)
    await new Promise((done) => client.ws.on('open', done))
    await timers.advance(POLICY.accessCheckMs)

    expect((await client.closed).code).toBe(CLOSE.tryLater)
    await timers.advance(2 * POLICY.reapMs)
    answer(await access.verifySocket('ann:s1', { path: '/ws/tdp', origin: ORIGIN }))
    await new Promise((done) => setImmediate(done))
    expect(harness.gateway.stats()).toMatchObject({ clients: 0, refused: 1 })
  })

  it('[GW-7] refuses a socket whose access ends during the check', async () => {
    let answer = (_result: AuthResult) => {}
    const verifySocket = () => new Promise<AuthResult>((done) => (answer = done))
    await using harness = await startGateway({ access: { ...access, verifySocket } })
    const client = connectClient(`${harness.url}/ws/tdp?token=ann:s1`)
    await new Promise((done) => client.ws.on('open', done))
    harness.accessEnded$.next({ userId: 'bob', code: CLOSE.sessionEnded, reason: 'not ann' })
    harness.accessEnded$.next({ userId: 'ann', code: CLOSE.sessionEnded, reason: 'Account deactivated' })
    answer(await access.verifySocket('ann:s1', { path: '/ws/tdp', origin: ORIGIN }))

    expect(await client.closed).toEqual({ code: CLOSE.sessionEnded, reason: 'Account deactivated' })
    expect(client.frames).toEqual([])
  })

  it('[GW-3] handles frames sent before the check completes', async () => {
    await using harness = await startGateway()
    const connectionId = '7c0d2a2e-0d3c-4d5e-8f6a-1b2c3d4e5f60'
    const text = JSON.stringify({ type: 'Heartbeat', timestamp: 1, connection_id: connectionId })
    const received = await new Promise<string>((done) => {
      const { port } = harness.server.address() as { port: number }
      const socket = connectTcp(port, '127.0.0.1')
      const head = Object.entries({ host: 'pairbot', origin: ORIGIN, ...UPGRADE }).map(
        ([name, value]) => `${name}: ${value}`,
      )
      const frame = Buffer.concat([Buffer.from([0x81, 0x80 | 0x7e, 0, text.length, 0, 0, 0, 0]), Buffer.from(text)])
      socket.write(`GET /ws/tdp?token=ann:s1&connection_id=${connectionId} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
      socket.write(frame)
      let all = ''
      socket.on('data', (bytes) => {
        all += bytes.toString()
        if (!all.includes('"Heartbeat"')) return
        socket.destroy()
        done(all)
      })
    })

    expect(received.indexOf('"ConnectionAck"')).toBeLessThan(received.indexOf('"Heartbeat"'))
  })
})

describe('connection limits', () => {
  it('[GW-6] SC-13 connects of one user from one address: 4429 beyond the limit until the window has passed', async () => {
    const timers = createManualTimers()
    await using harness = await startGateway({
      limits: { connects: 3, connectsWindowMs: 600_000 },
      now: timers.now,
      timers,
    })
    const connect = async (token: string) => {
      const client = connectClient(`${harness.url}/ws/tdp?token=${token}`)
      const outcome = await Promise.race([client.received(1).then(() => 'in'), client.closed.then(({ code }) => code)])
      client.ws.close()
      return outcome
    }
    for (let count = 0; count < 3; count += 1) expect(await connect('ann:s1')).toBe('in')

    expect(await connect('ann:s2')).toBe(CLOSE.tooMany)
    expect(await connect('bob:s3')).toBe('in')
    await timers.advance(600_000)
    expect(await connect('ann:s1')).toBe('in')
  })

  it('[GW-6] WS-43 failed connects count against the address, but do not affect valid tokens', async () => {
    await using harness = await startGateway({ limits: { connects: 2 } })
    const codes: number[] = []
    for (let count = 0; count < 4; count += 1)
      codes.push((await connectClient(`${harness.url}/ws/tdp?token=bad`).closed).code)

    expect(codes).toEqual([CLOSE.token, CLOSE.token, CLOSE.tooMany, CLOSE.tooMany])
    expect(await connectClient(`${harness.url}/ws/tdp?token=ann:s1`).received(1)).toHaveLength(1)
  })

  it('[GW-6] [ID-25] behind a trusted proxy each client has its own address', async () => {
    await using harness = await startGateway({ trustProxy: true, limits: { connects: 1 } })
    const from = async (address: string) => {
      const headers = { origin: ORIGIN, 'x-forwarded-for': `203.0.113.66, ${address}` }
      return (await connectClient(`${harness.url}/ws/tdp?token=bad`, { headers }).closed).code
    }

    expect([await from('198.51.100.1'), await from('198.51.100.1'), await from('198.51.100.2')]).toEqual([
      CLOSE.token,
      CLOSE.tooMany,
      CLOSE.token,
    ])
  })

  it("[GW-6] SC-05 open sockets per user: 4429 beyond the limit; replacing one's own is allowed", async () => {
    await using harness = await startGateway({ limits: { socketsPerUser: 2 } })
    const id = 'a9a3a5b2-5f6a-4c1e-9d7e-0a1b2c3d4e5f'
    await connectClient(`${harness.url}/ws/tdp?token=ann:s1&connection_id=${id}`).received(1)
    await connectClient(`${harness.url}/ws/tdp?token=ann:s2`).received(1)

    expect((await connectClient(`${harness.url}/ws/tdp?token=ann:s3`).closed).code).toBe(CLOSE.tooMany)
    expect(await connectClient(`${harness.url}/ws/tdp?token=bob:s4`).received(1)).toHaveLength(1)
    expect(await connectClient(`${harness.url}/ws/tdp?token=ann:s1&connection_id=${id}`).received(1)).toHaveLength(1)
  })

  it('[GW-6] SC-05 unauthenticated sockets from one address: 4429 beyond the limit', async () => {
    const verifySocket = () => new Promise<AuthResult>(() => {})
    await using harness = await startGateway({
      access: { ...access, verifySocket },
      limits: { unverifiedPerAddress: 2 },
    })
    const clients = [1, 2, 3].map(() => connectClient(`${harness.url}/ws/tdp?token=ann:s1`))

    expect((await Promise.race(clients.map(({ closed }) => closed))).code).toBe(CLOSE.tooMany)
    expect(harness.gateway.stats().refused).toBe(1)
    for (const { ws } of clients) ws.terminate()
  })

  it('[GW-6] WS-19 total clients: 1013 while the server is full, accepted again once there is room', async () => {
    const limits = { clients: 1 }
    await using harness = await startGateway({ limits })
    await connectClient(`${harness.url}/ws/tdp?token=ann:s1`).received(1)

    expect((await connectClient(`${harness.url}/ws/tdp?token=bob:s1`).closed).code).toBe(CLOSE.tryLater)
    limits.clients = 2
    expect(await connectClient(`${harness.url}/ws/tdp?token=bob:s1`).received(1)).toHaveLength(1)
  })
})
