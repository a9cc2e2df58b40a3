import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { sessionGrantSchema } from '#contract/auth.ts'
import { healthSchema } from '#contract/health.ts'
import * as PROXY from '#contract/endpoints/stream-proxy.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import { DEFAULT_BASES, SOCKET_PATHS } from '#contract/paths.ts'
import { streamListResponseSchema } from '#contract/streams.ts'
import { createLogger } from '#server/http/logger.ts'
import { startComposition } from '#test/support/server/composition.ts'
import { connectClient } from '#test/support/server/gateway.ts'
import { ADMIN } from '#test/support/server/identity.ts'
import { hasRedis, startRedis } from '#test/support/server/redis.ts'

/** The complete server with this Redis, and the lines of its log. */
async function startOn(url: string) {
  const lines: string[] = []
  const logger = createLogger('debug', { write: (line) => void lines.push(line) })
  const running = await startComposition({ env: { REDIS_URL: url }, logger })
  const health = async () => healthSchema.parse((await running.app.inject('/health')).json())
  return { ...running, lines, health, [Symbol.asyncDispose]: () => running.stop() }
}

async function signIn({ app }: Awaited<ReturnType<typeof startOn>>): Promise<string> {
  const url = `${DEFAULT_BASES.identity}${AUTH.login.path}`
  const reply = z
    .object({ data: sessionGrantSchema })
    .parse((await app.inject({ method: 'POST', url, payload: ADMIN })).json())
  return reply.data.access_token
}

describe.skipIf(!hasRedis)('the composed server with Redis', { timeout: 120_000 }, () => {
  it('[OP-20] publishes and reads through Redis, over its restart', async () => {
    await using redis = await startRedis()
    await using server = await startOn(redis.url)
    const token = await signIn(server)
    const headers = { authorization: `Bearer ${token}` }
    const listed = async () =>
      streamListResponseSchema.parse(
        (await server.app.inject({ url: `${DEFAULT_BASES.proxy}${PROXY.streams.path}`, headers })).json(),
      ).streams
    await expect.poll(async () => (await listed()).length, { timeout: 30_000 }).toBeGreaterThan(20)
    expect((await server.health()).stream_log).toEqual({ status: 'ready', engine: 'redis' })
    const client = new Redis(redis.url)
    const stored = await client.hkeys('{pairbot:simulated}:heads')
    client.disconnect()
    expect(stored.filter((key) => key !== '').toSorted()).toEqual(await listed())

    const address = `${server.address.replace('http', 'ws')}${SOCKET_PATHS.analytics}?token=${token}`
    const socket = connectClient(address, { origin: server.address })
    const [ack, first] = await socket.received(2)
    expect([ack?.type, first?.type]).toEqual(['ConnectionAck', 'AnalyticsUpdate'])
    socket.ws.terminate()

    await redis.kill()
    await expect
      .poll(async () => (await server.health()).errors, { timeout: 10_000 })
      .toContainEqual(expect.stringMatching(/^stream log: /))
    expect((await listed()).length).toBe(stored.length - 1)
    await redis.restart()
    await expect.poll(async () => (await server.health()).stream_log.status, { timeout: 10_000 }).toBe('ready')
  })

  it('[OP-21] [SL-60] a wrong password aborts the start in one line, and is nowhere in the log', async () => {
    await using redis = await startRedis(['--requirepass', 'Correct-horse-8'])
    const { host } = new URL(redis.url)
    await expect(startOn(`redis://:hunter2@${host}`)).rejects.toThrow(
      `REDIS_URL: ${host} does not accept the user or password. Correct them.`,
    )
    await expect(startOn(redis.url)).rejects.toThrow(`REDIS_URL: ${host} asks for a password.`)
    await using server = await startOn(`redis://:Correct-horse-8@${host}`)
    await redis.kill()
    await expect.poll(async () => (await server.health()).stream_log.status, { timeout: 10_000 }).toBe('unavailable')
    expect(server.lines.join('')).not.toMatch(/Correct-horse-8|hunter2/)
  })

  it('[OP-21] a Redis that does not respond is named in one line, and waited for', async () => {
    await using redis = await startRedis()
    await redis.kill()
    const { host } = new URL(redis.url)
    await using server = await startOn(`redis://:hunter2@${host}`)
    const named = server.lines.filter((line) => line.includes('REDIS_URL'))
    expect(named).toEqual([
      expect.stringMatching(/Redis does not respond \(connect ECONNREFUSED .*\): check REDIS_URL/),
    ])
    expect(server.lines.join('')).not.toContain('hunter2')
    expect((await server.health()).status).toBe('degraded')
  })
})
