import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { createdStrategySchema, strategiesResponseSchema } from '#contract/strategies/responses.ts'
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

/** A database of its own and a data directory; both are gone at the end. */
async function makePlace() {
  const postgresql = await startPostgresql()
  const { url, [Symbol.asyncDispose]: drop } = await createDatabase(postgresql.url)
  const dataDir = await makeDataDir()
  return {
    start: () => startServer({ dataDir, env: { ...ONE_PAIR, DATABASE_URL: url } }),
    async [Symbol.asyncDispose]() {
      await removeDataDir(dataDir)
      await drop()
      await postgresql[Symbol.asyncDispose]()
    },
  }
}

/** Calls the identity service; gives the session's cookie and its access token. */
async function enter(server: RunningServer, path: string, init: RequestInit) {
  const reply = await fetch(`${server.origin}${DEFAULT_BASES.identity}${path}`, { method: 'POST', ...init })
  const body = (await reply.json()) as { data?: { access_token?: string } }
  const cookie = reply.headers.getSetCookie().map((line) => line.split(';', 1)[0])
  return { status: reply.status, token: body.data?.access_token ?? '', cookie: cookie.join('; ') }
}

const signIn = (server: RunningServer) =>
  enter(server, '/auth/login', { headers: { 'content-type': 'application/json' }, body: JSON.stringify(ADMIN) })

const refresh = (server: RunningServer, cookie: string) => enter(server, '/auth/refresh', { headers: { cookie } })

async function strategies(server: RunningServer, token: string, path: string, body?: object): Promise<unknown> {
  const reply = await fetch(`${server.origin}${DEFAULT_BASES.strategy}${path}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  expect(reply.status).toBe(200)
  return reply.json()
}

describe.skipIf(!isBuilt || !hasPostgresql())('a server with PostgreSQL', { timeout: 120_000 }, () => {
  it('[DU-24] retains everything acknowledged after a restart: account, session, strategy', async () => {
    await using place = await makePlace()
    const first = await place.start()
    const { status, token, cookie } = await signIn(first)
    expect(status).toBe(200)
    const body = strategyBody({ id: 'custom_kept', name: 'Kept', status: 'paused' })
    const made = z.parse(createdStrategySchema, await strategies(first, token, STRATEGIES.custom.path, body))
    const renewed = await refresh(first, cookie)
    expect(renewed.status).toBe(200)
    expect(await first.stop()).toBe(0)

    const second = await place.start()
    const { token: later } = await refresh(second, renewed.cookie)
    const { strategies: stored } = z.parse(
      strategiesResponseSchema,
      await strategies(second, later, STRATEGIES.list.path),
    )
    expect(stored.filter(({ name }) => name === 'Kept').map(({ id }) => id)).toEqual([made.strategy_id])
    expect((await signIn(second)).status).toBe(200)
    const health: unknown = await (await fetch(`${second.origin}/health`)).json()
    expect(health).toMatchObject({ database: { status: 'ready', engine: 'postgresql' } })
    expect(await second.stop()).toBe(0)
  })
})
