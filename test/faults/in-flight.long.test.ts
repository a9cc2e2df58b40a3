import { existsSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { sessionGrantSchema, successOf } from '#contract/auth.ts'
import * as SERVICE from '#contract/endpoints/service.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import { DEFAULT_BASES, SOCKET_PATHS } from '#contract/paths.ts'
import { createdStrategySchema, strategiesResponseSchema } from '#contract/strategies/responses.ts'
import { startFaultProxy } from '#test/support/server/fault-proxy.ts'
import { createDatabase, hasPostgresql, startPostgresql } from '#test/support/server/postgresql.ts'
import {
  ADMIN,
  makeDataDir,
  ONE_PAIR,
  removeDataDir,
  startServer,
  type RunningServer,
} from '#test/support/server/server.ts'
import { strategyBody } from '#test/support/server/strategies.ts'

const isBuilt = existsSync('dist/server/main.js')
const KEYS = Array.from({ length: 100 }, (_, n) => `post-${String(n).padStart(2, '0')}`)
const TIMEOUT = { timeout: 120_000 }

async function tokenOf({ origin }: RunningServer): Promise<string> {
  const reply = await fetch(`${origin}${DEFAULT_BASES.identity}${AUTH.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  return z.parse(successOf(sessionGrantSchema), await reply.json()).data.access_token
}

/** Creates the strategy of a key; gives its id, or undefined when it was not acknowledged. */
async function create({ origin }: RunningServer, token: string, key: string): Promise<string | undefined> {
  try {
    const reply = await fetch(`${origin}${DEFAULT_BASES.strategy}${STRATEGIES.custom.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(strategyBody({ id: `custom_${key}`, name: key, status: 'paused' })),
    })
    const body: unknown = await reply.json()
    return reply.ok ? z.parse(createdStrategySchema, body).strategy_id : undefined
  } catch {
    return undefined
  }
}

/** Names and ids of all that was created, in the order of the names. */
async function created({ origin }: RunningServer, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const reply = await fetch(`${origin}${DEFAULT_BASES.strategy}${STRATEGIES.list.path}`, { headers })
  const { strategies } = z.parse(strategiesResponseSchema, await reply.json())
  return strategies
    .filter(({ name }) => KEYS.includes(name))
    .map(({ name, id }) => ({ key: name, id }))
    .toSorted((a, b) => a.key.localeCompare(b.key))
}

/** Sends all posts at once, and does something as soon as ten are answered. Gives those that were acknowledged. */
async function sendAll(server: RunningServer, token: string, atTen: () => void) {
  let answered = 0
  const sent = KEYS.map(async (key) => {
    const id = await create(server, token, key)
    answered += 1
    if (answered === 10) atTen()
    return id === undefined ? [] : [{ key, id }]
  })
  return (await Promise.all(sent)).flat()
}

/** All that was acknowledged is there, nothing twice; the retries of all, with their keys, make exactly one of each. */
async function expectOneOfEach(
  server: RunningServer,
  token: string,
  acknowledged: readonly { readonly key: string; readonly id: string }[],
) {
  expect([acknowledged.length >= 10, acknowledged.length < KEYS.length]).toEqual([true, true])
  const there = await created(server, token)
  expect(there).toEqual(expect.arrayContaining([...acknowledged]))
  expect(new Set(there.map(({ key }) => key)).size).toBe(there.length)
  const retried = []
  for (const key of KEYS) retried.push({ key, id: await create(server, token, key) })
  expect(retried).toEqual(expect.arrayContaining(there))
  expect(await created(server, token)).toEqual(retried)
}

let dataDir: string
beforeEach(async () => {
  dataDir = await makeDataDir()
})
afterEach(() => removeDataDir(dataDir))

describe.skipIf(!isBuilt)('a hundred concurrent creations', TIMEOUT, () => {
  it('[SG-71] BC-31 when server, stream log and database are killed together: complete or absent, exactly once after the retries', async () => {
    const dying = await startServer({ dataDir, env: ONE_PAIR })
    const acknowledged = await sendAll(dying, await tokenOf(dying), () => dying.process.kill('SIGKILL'))
    expect(await dying.stop('SIGKILL')).toBeNull()
    const next = await startServer({ dataDir, env: ONE_PAIR })
    try {
      await expectOneOfEach(next, await tokenOf(next), acknowledged)
    } finally {
      await next.stop()
    }
  })
})

/** A database of its own behind a proxy, and a server on it. */
async function serverBehindProxy() {
  const postgresql = await startPostgresql()
  const { url: direct, [Symbol.asyncDispose]: drop } = await createDatabase(postgresql.url)
  const url = new URL(direct)
  const proxy = await startFaultProxy(Number(url.port || 5432))
  url.port = String(proxy.port)
  const server = await startServer({ dataDir, env: { ...ONE_PAIR, DATABASE_URL: url.href } })
  return {
    server,
    proxy,
    async [Symbol.asyncDispose]() {
      await server.stop('SIGKILL')
      await proxy.close()
      await drop()
      await postgresql[Symbol.asyncDispose]()
    },
  }
}

describe.skipIf(!isBuilt || !hasPostgresql())('a PostgreSQL server that disappears and returns', TIMEOUT, () => {
  it('[SG-71] [DU-25] BC-06 BC-08 BC-31 killed, then suspended: 503 meanwhile, sockets stay open, each creation exactly once', async () => {
    await using harness = await serverBehindProxy()
    const { server, proxy } = harness
    const token = await tokenOf(server)
    const ws = new WebSocket(`ws://127.0.0.1:${server.port}${SOCKET_PATHS.tdp}?token=${token}`)
    let frames = 0
    ws.on('message', () => (frames += 1))
    const more = async () => {
      const received = frames
      await expect.poll(() => frames, { timeout: 15_000 }).toBeGreaterThan(received)
    }
    const health = async () => (await fetch(`${server.origin}${SERVICE.health.path}`)).status
    await more()

    const acknowledged = await sendAll(server, token, () => proxy.set('refuse'))
    expect(await health()).toBe(503)
    await more()
    proxy.set('pass')
    await expect.poll(health, { timeout: 10_000 }).toBe(200)
    await expectOneOfEach(server, token, acknowledged)

    proxy.set('hold')
    await expect.poll(health, { timeout: 10_000 }).toBe(503)
    expect(await Promise.all(Array.from({ length: 20 }, health))).toEqual(Array(20).fill(503))
    await more()
    proxy.set('pass')
    await expect.poll(health, { timeout: 10_000 }).toBe(200)
    expect(await created(server, token)).toHaveLength(KEYS.length)
    expect(ws.readyState).toBe(WebSocket.OPEN)
    ws.terminate()
  })
})
