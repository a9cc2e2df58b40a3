import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { CLOSE } from '#contract/close-codes.ts'
import * as MODELS from '#contract/endpoints/models.ts'
import * as SERVICE from '#contract/endpoints/service.ts'
import { CANDLES, DEFAULT_BASES, IDENTITY } from '#contract/paths.ts'
import { NO_LEADER } from '#server/cluster/relay/remote-market.ts'
import {
  healthOf,
  losslessOf,
  seqsOf,
  signIn,
  socketAt,
  startGateways,
  withoutHoles,
  type Gateways,
  type Numbered,
} from '#test/support/server/gateways.ts'
import type { TestClient } from '#test/support/server/gateway.ts'
import { formOf, uploadParts } from '#test/support/server/models.ts'
import { hasPostgresql } from '#test/support/server/postgresql.ts'
import { hasRedis } from '#test/support/server/redis.ts'
import type { RunningServer } from '#test/support/server/server.ts'

const SOON = { timeout: 60_000, interval: 50 }
const STREAM = 'tdp:kraken:BTCUSD:technical_indicators:m1'
const CANDLES_OF_BTC = `${DEFAULT_BASES.tdp}${CANDLES.recent}?pair=BTCUSD&timeframe=1m&limit=20`
const candlesSchema = z.object({ data: z.object({ candles: z.array(z.object({ timestamp: z.number() })) }) })

/** A text of four million characters, as Python pickles it. */
const PICKLE = Buffer.concat([
  Buffer.from([0x80, 0x04, 0x58, 0x00, 0x09, 0x3d, 0x00]),
  Buffer.alloc(0x3d0900, 'x'),
  Buffer.from([0x2e]),
])

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Waits until a client has got this many more lossless messages of a stream. */
const untilMore = (client: TestClient, stream: string, more: number) => {
  const before = seqsOf(losslessOf(client), stream).length
  return expect.poll(() => seqsOf(losslessOf(client), stream).length, SOON).toBeGreaterThanOrEqual(before + more)
}

/** What both clients got of what was published while both were there. */
function common(one: readonly Numbered[], two: readonly Numbered[], stream: string) {
  const of = (all: readonly Numbered[]) => all.filter((each) => each.stream === stream)
  const [first, second] = [of(one), of(two)]
  const from = Math.max(first[0]?.seq ?? 0, second[0]?.seq ?? 0)
  const to = Math.min(first.at(-1)?.seq ?? 0, second.at(-1)?.seq ?? 0)
  const within = (all: readonly Numbered[]) => all.filter(({ seq }) => seq >= from && seq <= to)
  return [within(first), within(second)] as const
}

const canRun = hasPostgresql() && hasRedis
describe.skipIf(!canRun)('gateways in front of one worker', { timeout: 180_000 }, () => {
  let cluster: Gateways
  let one: RunningServer
  let two: RunningServer
  let token: string
  beforeAll(async () => {
    cluster = await startGateways()
    one = await cluster.startGateway()
    two = await cluster.startGateway()
    token = await signIn(one)
  }, 180_000)
  afterAll(() => cluster[Symbol.asyncDispose](), 60_000)

  it('[RL-1] [SL-51] clients of both get the same messages with the same ids', async () => {
    for (const [socket, stream] of [
      ['tdp', '1m'],
      ['analytics', STREAM],
    ] as const) {
      const clients = [socketAt(one, token, socket), socketAt(two, token, socket)] as const
      await Promise.all(clients.map((client) => untilMore(client, stream, 5)))
      const [first, second] = common(losslessOf(clients[0]), losslessOf(clients[1]), stream)
      expect(first.length).toBeGreaterThan(3)
      expect(second).toEqual(first)
      expect(first.map(({ seq }) => seq)).toEqual(withoutHoles(first.map(({ seq }) => seq)))
      for (const { ws } of clients) ws.terminate()
    }
  })

  it('[RL-6] [SL-13] running values come between their entries', async () => {
    const client = socketAt(two, token, 'analytics')
    await untilMore(client, STREAM, 4)
    const updates = client
      .messages()
      .flatMap((each) => (each.type === 'AnalyticsUpdate' && each.data.stream_key === STREAM ? [each] : []))
    expect(updates.map(({ seq = 0 }) => seq)).toEqual(updates.map(({ seq = 0 }) => seq).toSorted((a, b) => a - b))
    client.ws.terminate()
  })

  it('[RL-13] [RL-14] a gateway is healthy without a market or directory of its own, and says what it is', async () => {
    await expect.poll(async () => (await healthOf(one)).errors, SOON).toEqual([])
    const health = await healthOf(one)
    expect(health).toMatchObject({ status: 'healthy', role: 'gateway', market: { kind: 'replay', speed: 120 } })
    expect(health).not.toHaveProperty('disk')
    expect(health).not.toHaveProperty('models')
  })

  it('[RL-20] candles, the description of the API and an upload are answered by the worker', async () => {
    const [here, there] = await Promise.all(
      [one, cluster.leader()].map(async ({ origin }) => {
        const reply = await fetch(`${origin}${CANDLES_OF_BTC}`, { headers: bearer(token) })
        return candlesSchema.parse(await reply.json()).data.candles.map(({ timestamp }) => timestamp)
      }),
    )
    expect(here).toHaveLength(20)
    expect(Math.abs((here?.at(-1) ?? 0) - (there?.at(-1) ?? 0))).toBeLessThanOrEqual(600)
    const docs = await Promise.all(
      [one, cluster.leader()].map(async ({ origin }) => (await fetch(`${origin}${SERVICE.openApi.path}`)).text()),
    )
    expect(docs[0]).toBe(docs[1])
    expect((await fetch(`${one.origin}${SERVICE.docs.path}`)).headers.get('content-security-policy')).toBe(
      (await fetch(`${cluster.leader().origin}${SERVICE.docs.path}`)).headers.get('content-security-policy'),
    )
    expect((await fetch(`${one.origin}${CANDLES_OF_BTC}`)).status).toBe(401)

    const { payload, headers } = formOf(uploadParts(PICKLE, 'large.pkl'))
    const upload = await fetch(`${two.origin}${DEFAULT_BASES.tdp}${MODELS.upload.path}`, {
      method: 'POST',
      headers: { ...bearer(token), ...headers },
      body: payload,
    })
    expect([upload.status, JSON.stringify(await upload.json())]).toEqual([201, expect.stringContaining('large')])
    const listed = await fetch(`${one.origin}${DEFAULT_BASES.tdp}${MODELS.list.path}`, { headers: bearer(token) })
    expect(await listed.text()).toContain('large')
  })

  it('[OP-52] a session that ends at one closes its socket at the other within a second', async () => {
    const other = await signIn(two)
    const client = socketAt(two, other, 'tdp')
    await client.received(1)
    const ended = await fetch(`${one.origin}${DEFAULT_BASES.identity}${IDENTITY.ownSessions}`, {
      method: 'DELETE',
      headers: bearer(token),
    })
    const since = performance.now()
    expect(ended.ok).toBe(true)
    expect((await client.closed).code).toBe(CLOSE.sessionEnded)
    expect(performance.now() - since).toBeLessThan(1_000)
  })

  it('[RL-3] [SL-56] a stopped Redis costs no candle and no entry', async () => {
    const tdp = socketAt(one, token, 'tdp')
    const analytics = socketAt(two, token, 'analytics')
    await Promise.all([untilMore(tdp, '1m', 2), untilMore(analytics, STREAM, 2)])
    cluster.redis.pause()
    await expect.poll(async () => (await healthOf(one)).status, SOON).toBe('degraded')
    cluster.redis.resume()
    await Promise.all([untilMore(tdp, '1m', 12), untilMore(analytics, STREAM, 12)])
    for (const [client, stream] of [
      [tdp, '1m'],
      [analytics, STREAM],
    ] as const) {
      const seqs = seqsOf(losslessOf(client), stream)
      expect(seqs).toEqual(withoutHoles(seqs))
      client.ws.terminate()
    }
    await expect.poll(async () => (await healthOf(one)).errors, SOON).toEqual([])
  })

  it('[RL-10] [RL-23] sockets stay open while the worker is killed and another takes over', async () => {
    const tdp = socketAt(one, token, 'tdp')
    const analytics = socketAt(two, token, 'analytics')
    await Promise.all([untilMore(tdp, '1m', 2), untilMore(analytics, STREAM, 2)])
    const epochOf = (client: TestClient) => losslessOf(client).at(-1)?.epoch
    const [before, loggedBefore] = [epochOf(tdp), epochOf(analytics)]
    await cluster.leader().stop('SIGKILL')
    const refused = await fetch(`${one.origin}${CANDLES_OF_BTC}`, { headers: bearer(token) })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    await expect.poll(async () => (await healthOf(one)).errors, SOON).toContain(`market: ${NO_LEADER}`)
    const statusesOf = (client: TestClient) =>
      client.messages().flatMap((each) => (each.type === 'SystemStatus' ? [each.data.market?.degraded] : []))
    await expect.poll(() => statusesOf(tdp), SOON).toContain(NO_LEADER)
    await cluster.restartLeader()
    // A replay begins anew with each start; with a live market the log's epoch goes on.
    await expect.poll(() => epochOf(tdp), SOON).not.toBe(before)
    await expect.poll(() => epochOf(analytics), SOON).not.toBe(loggedBefore)
    await expect.poll(async () => (await healthOf(one)).errors, SOON).toEqual([])
    expect([tdp.ws.readyState, analytics.ws.readyState]).toEqual([1, 1])
    await expect
      .poll(async () => (await fetch(`${one.origin}${CANDLES_OF_BTC}`, { headers: bearer(token) })).status, SOON)
      .toBe(200)
    for (const [client, stream, old] of [
      [tdp, '1m', before],
      [analytics, STREAM, loggedBefore],
    ] as const) {
      await untilMore(client, stream, 3)
      const seqs = seqsOf(
        losslessOf(client).filter(({ epoch }) => epoch !== old),
        stream,
      )
      expect(seqs).toEqual(withoutHoles(seqs))
      client.ws.terminate()
    }
  })

  it('[SL-52] a client of a killed gateway resumes at the other: nothing lost, nothing doubled', async () => {
    const client = socketAt(one, token, 'analytics')
    await untilMore(client, STREAM, 4)
    const held = losslessOf(client)
    await one.stop('SIGKILL')
    await client.closed
    const moved = socketAt(two, token, 'analytics')
    const [ack] = await moved.received(1)
    const lastIds = Object.fromEntries(losslessOf(client).map(({ stream, id }) => [stream, id]))
    await untilMore(moved, STREAM, 3)
    const epoch = held.at(-1)?.epoch ?? ''
    const before = losslessOf(moved).length
    moved.send({
      type: 'Resume',
      timestamp: Date.now(),
      connection_id: ack?.connection_id,
      epoch,
      last_ids: lastIds,
    })
    const last = seqsOf(losslessOf(client), STREAM).at(-1) ?? 0
    await expect.poll(() => seqsOf(losslessOf(moved).slice(before), STREAM), SOON).toContain(last + 1)
    const discontinuities = moved
      .messages()
      .filter((each) => each.type === 'SystemStatus' && each.data.message === 'discontinuity')
    expect(discontinuities).toEqual([])
    await untilMore(moved, STREAM, 2)
    const all = new Map(
      [...losslessOf(client), ...losslessOf(moved)].map((each) => [`${each.stream} ${each.seq}`, each]),
    )
    const seqs = seqsOf([...all.values()], STREAM).toSorted((a, b) => a - b)
    expect(seqs).toEqual(withoutHoles(seqs))
    // The same number is the same entry at both gateways.
    for (const each of [...losslessOf(client), ...losslessOf(moved)])
      expect(all.get(`${each.stream} ${each.seq}`)).toEqual(each)
    // After the answer to the Resume every entry comes once.
    const resumed = seqsOf(losslessOf(moved).slice(before), STREAM)
    expect(resumed.slice(resumed.indexOf(last + 1))).toEqual(withoutHoles(resumed.slice(resumed.indexOf(last + 1))))
    moved.ws.terminate()
  })

  it('[GW-33] [OP-9] a stopped gateway asks its clients to reconnect', async () => {
    const client = socketAt(two, token, 'tdp')
    await client.received(1)
    const code = two.stop('SIGTERM')
    const { code: closed, reason } = await client.closed
    expect(closed).toBe(1012)
    expect(reason).toMatch(/\d/)
    expect(client.messages().at(-1)).toMatchObject({ type: 'SystemStatus', data: { status: 'draining' } })
    expect(await code).toBe(0)
  })
})
