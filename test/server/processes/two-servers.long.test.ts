import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { createdApiTokenSchema } from '#contract/api-tokens.ts'
import { socketTicketSchema, successOf } from '#contract/auth.ts'
import { CLOSE } from '#contract/close-codes.ts'
import { modelListResponseSchema } from '#contract/models/model.ts'
import { createdInvitationSchema } from '#contract/invitations.ts'
import * as MODELS from '#contract/endpoints/models.ts'
import * as ACCOUNT from '#contract/endpoints/account.ts'
import * as ADMINISTRATION from '#contract/endpoints/administration.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import { SOCKET_PATHS } from '#contract/paths.ts'
import { createdStrategySchema } from '#contract/strategies/responses.ts'
import type { Running } from '#server/start.ts'
import { sessions } from '#server/database/schema/identity.ts'
import { models } from '#server/database/schema/models.ts'
import { strategies } from '#server/database/schema/strategies.ts'
import { ADMIN } from '#test/support/server/identity.ts'
import { cutConnections, hasPostgresql } from '#test/support/server/postgresql.ts'
import { strategyBody } from '#test/support/server/strategies.ts'
import {
  addUserAt,
  call,
  connectTo,
  sessionOf,
  signInAt,
  startOn,
  startTwoServers,
  type TwoServers,
} from '#test/support/server/two-servers.ts'

/** A second, or on a loaded machine less than a look by itself takes. */
const SOON_MS = 3_000
const SOON = { timeout: SOON_MS, interval: 10 }
/** A sweep, with some room. */
const SWEPT = { timeout: 12_000, interval: 50 }

const at = (path: string, id: string) => path.replace(/:\w+/, id)

describe.skipIf(!hasPostgresql())('two servers on one PostgreSQL', { timeout: 60_000 }, () => {
  let servers: TwoServers
  let one: Running
  let two: Running
  let adminToken: string
  let users = 0
  beforeAll(async () => {
    servers = await startTwoServers()
    ;({ one, two } = servers)
    adminToken = await signInAt(one)
    await bothConnected()
  }, 120_000)
  afterAll(() => servers?.[Symbol.asyncDispose](), 60_000)

  const bothConnected = () =>
    vi.waitUntil(() => [one, two].every(({ app }) => app.bus.state().status === 'connected'), SWEPT)

  /** A new user, signed in at the first server, with an open socket at the second. */
  async function userWithSocket() {
    users += 1
    const email = `user-${users}@pairbot.test`
    const id = await addUserAt(one, email, 'Trader')
    const token = await signInAt(one, email)
    const socket = connectTo(two, token)
    await socket.received(1)
    return { id, email, token, socket }
  }

  /** The code with which a socket closes, and whether it did so soon. */
  async function closing(socket: { readonly closed: Promise<{ code: number }> }, since: number) {
    const { code } = await socket.closed
    return { code, isSoon: performance.now() - since < SOON_MS }
  }

  const ENDS = {
    'it is revoked': ({ token }) =>
      call(one, token, 'DELETE', ['identity', at(ACCOUNT.endSession.path, sessionOf(token))]),
    'the user is logged out': ({ id }) =>
      call(one, adminToken, 'DELETE', ['identity', at(ADMINISTRATION.userSessions.path, id)]),
    'the role changes': ({ id }) =>
      call(one, adminToken, 'PATCH', ['identity', at(ADMINISTRATION.setRole.path, id)], { role: 'Admin' }),
    'the account is deactivated': ({ id }) =>
      call(one, adminToken, 'PATCH', ['identity', at(ADMINISTRATION.setStatus.path, id)], { is_active: false }),
    'the account is deleted': ({ id }) =>
      call(one, adminToken, 'DELETE', ['identity', at(ADMINISTRATION.user.path, id)]),
    async 'the password changes in another session'({ email }) {
      const other = await signInAt(one, email)
      const passwords = { current_password: ADMIN.password, new_password: 'Another-horse-8' }
      return call(one, other, 'POST', ['identity', ACCOUNT.changePassword.path], passwords)
    },
  } satisfies Record<string, (user: Awaited<ReturnType<typeof userWithSocket>>) => Promise<{ status: number }>>

  it.each(Object.entries(ENDS))('[OP-52] a session ends everywhere within a second when %s', async (_, end) => {
    const user = await userWithSocket()
    expect((await end(user)).status).toBe(200)
    const since = performance.now()
    expect(await closing(user.socket, since)).toEqual({ code: CLOSE.sessionEnded, isSoon: true })
  })

  it('[OP-52] a revoked API token loses its sockets everywhere', async () => {
    const { token } = await userWithSocket()
    const wanted = { name: 'Report', scopes: ['streams:read', 'market:read'], days: 1 }
    const { body } = await call(one, token, 'POST', ['identity', ACCOUNT.apiTokens.path], wanted)
    const created = z.parse(successOf(createdApiTokenSchema), body).data
    const socket = connectTo(two, created.secret)
    await socket.received(1)
    await call(one, token, 'DELETE', ['identity', at(ACCOUNT.revokeApiToken.path, created.token.id)])
    const since = performance.now()
    expect(await closing(socket, since)).toEqual({ code: CLOSE.sessionEnded, isSoon: true })
  })

  it('[OP-51] a session whose end no event reported loses its sockets with the next look', async () => {
    const { token, socket } = await userWithSocket()
    await one.app.database.transaction((tx) =>
      tx
        .update(sessions)
        .set({ revokedAt: new Date(), revokedReason: 'revoked' })
        .where(eq(sessions.id, sessionOf(token))),
    )
    expect((await socket.closed).code).toBe(CLOSE.sessionEnded)
  })

  it('[OP-50] [OP-51] a session that ends while the connection is cut ends everywhere all the same', async () => {
    const { token, socket } = await userWithSocket()
    const before = two.app.bus.state().reconnects
    expect(await cutConnections(servers.url, 'pairbot bus')).toBe(2)
    await call(one, token, 'DELETE', ['identity', at(ACCOUNT.endSession.path, sessionOf(token))])
    expect((await socket.closed).code).toBe(CLOSE.sessionEnded)
    await bothConnected()
    expect(two.app.bus.state().reconnects).toBe(before + 1)
  })

  it('[OP-53] a ticket opens one socket, wherever it is used', async () => {
    for (let round = 0; round < 5; round += 1) {
      const path = ['identity', AUTH.socketTicket.path] as const
      const { body } = await call(one, adminToken, 'POST', path, { path: SOCKET_PATHS.tdp })
      const { ticket } = z.parse(successOf(socketTicketSchema), body).data
      const sockets = [two, one, two].map((server) => connectTo(server, ticket, {}))
      const outcomes = await Promise.all(
        sockets.map((socket) =>
          Promise.race([socket.received(1).then(() => 'open'), socket.closed.then(({ code }) => code)]),
        ),
      )
      expect(outcomes.map(String).toSorted()).toEqual([String(CLOSE.token), String(CLOSE.token), 'open'])
      for (const { ws } of sockets) ws.close()
    }
  })

  it('[OP-54] failed sign-ins count together: after ten, the right password waits everywhere', async () => {
    const email = 'guessed@pairbot.test'
    await addUserAt(one, email, 'Viewer')
    const login = (server: Running, password: string) =>
      call(server, undefined, 'POST', ['identity', AUTH.login.path], { email, password })
    for (let guess = 0; guess < 10; guess += 1) await login(guess % 2 === 0 ? one : two, `wrong-${guess}-Aa`)
    const statuses = [await login(one, ADMIN.password), await login(two, ADMIN.password)].map(({ status }) => status)
    expect(statuses).not.toContain(200)
  })

  it('[OP-54] an invitation makes one account, wherever it is used', async () => {
    const email = 'invited@pairbot.test'
    const invitation = { email, role: 'Trader' }
    const { body } = await call(one, adminToken, 'POST', ['identity', ADMINISTRATION.invitations.path], invitation)
    const { code } = z.parse(successOf(createdInvitationSchema), body).data.invitation
    const request = { invitation_code: code, email, password: 'Correct-horse-9' }
    const replies = await Promise.all(
      [one, two, one, two].map((server) =>
        call(server, undefined, 'POST', ['identity', ACCOUNT.register.path], request),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404])
  })

  const running = () => [one, two].map(({ app }) => app.strategies.evaluator.health().active_strategies)

  it('[OP-55] strategies run, pause and end everywhere within a second', async () => {
    const definition = strategyBody({ id: 'custom_shared', status: 'active' })
    const { body } = await call(one, adminToken, 'POST', ['strategy', STRATEGIES.custom.path], definition)
    const { strategy_id: id } = z.parse(createdStrategySchema, body)
    await expect.poll(running, SOON).toEqual([1, 1])
    const become = (server: Running, status: string) =>
      call(server, adminToken, 'PATCH', ['strategy', `${at(STRATEGIES.status.path, id)}?status=${status}`])
    await become(two, 'paused')
    await expect.poll(running, SOON).toEqual([0, 0])
    await become(one, 'active')
    await expect.poll(running, SOON).toEqual([1, 1])
    await call(two, adminToken, 'DELETE', ['strategy', at(STRATEGIES.one.path, id)])
    await expect.poll(running, SOON).toEqual([0, 0])
  })

  it('[OP-55] a strategy of an account that may no longer trade is paused everywhere', async () => {
    const { id, token } = await userWithSocket()
    await call(
      two,
      token,
      'POST',
      ['strategy', STRATEGIES.custom.path],
      strategyBody({ id: 'custom_lost', status: 'active' }),
    )
    await expect.poll(running, SOON).toEqual([1, 1])
    await call(one, adminToken, 'PATCH', ['identity', at(ADMINISTRATION.setStatus.path, id)], { is_active: false })
    await expect.poll(running, SOON).toEqual([0, 0])
  })

  it('[OP-51] a changed strategy that no event reported runs with the next look', async () => {
    const body = strategyBody({ id: 'custom_untold', status: 'paused' })
    const created = await call(one, adminToken, 'POST', ['strategy', STRATEGIES.custom.path], body)
    const { strategy_id: id } = z.parse(createdStrategySchema, created.body)
    const become = (status: 'active' | 'paused') =>
      one.app.database.transaction((tx) => tx.update(strategies).set({ status }).where(eq(strategies.id, id)))
    await become('active')
    await expect.poll(running, SWEPT).toEqual([1, 1])
    await become('paused')
    await expect.poll(running, SWEPT).toEqual([0, 0])
  })

  it('[OP-56] a model is scored everywhere within a second of its activation', async () => {
    const id = randomUUID()
    const [admin] = await one.app.database.db.select({ userId: sessions.userId }).from(sessions).limit(1)
    await writeFile(join(servers.dataDirs[0], 'models', 'files', id), 'a model')
    await one.app.database.transaction((tx) =>
      tx.insert(models).values({
        id,
        name: 'Shared',
        description: '',
        modelType: 'xgboost',
        timeframe: '1m',
        pair: 'BTCUSD',
        exchange: 'kraken',
        format: 'onnx',
        fileName: 'shared.onnx',
        sizeBytes: 7,
        sha256: new Uint8Array(32),
        inspection: {
          format: 'onnx',
          size_bytes: 7,
          sha256: '',
          onnx: null,
          pickle: null,
          warnings: [],
          trial_ms: null,
        },
        uploadedBy: admin?.userId ?? '',
        createdAt: new Date(),
        updatedAt: new Date(),
      }),
    )
    const reasonAt = async (server: Running) => {
      const { body } = await call(server, adminToken, 'GET', ['tdp', MODELS.list.path])
      return z.parse(modelListResponseSchema, body).data.find((model) => model.id === id)?.scoring
    }
    expect((await call(one, adminToken, 'POST', ['tdp', at(MODELS.activate.path, id)])).status).toBe(200)
    for (const server of [one, two]) {
      const scoring = () => reasonAt(server)
      await expect.poll(scoring, SOON).not.toMatchObject({ reason: 'The model is being loaded.' })
      expect((await scoring())?.state).not.toBe('idle')
    }
  })

  it('[OP-57] an injected fault affects its session everywhere, and can be stopped anywhere', async () => {
    const token = await signInAt(two)
    const data = (server: Running) => call(server, token, 'GET', ['strategy', STRATEGIES.list.path])
    const fault = { kind: 'answer-503', seconds: 60 }
    const path = ['identity', ADMINISTRATION.injectFault.path] as const
    const statuses = async () => [(await data(one)).status, (await data(two)).status]
    expect((await call(one, token, 'POST', path, fault)).status).toBe(201)
    await expect.poll(statuses, SOON).toEqual([503, 503])
    expect((await call(two, token, 'POST', path, fault)).status).toBe(409)
    await call(two, token, 'DELETE', path)
    await expect.poll(statuses, SOON).toEqual([200, 200])
  })

  it('[LD-20] a third server is refused a pair that another one analyses, in one line', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'pairbot-third-'))
    const third = startOn(servers.url, dataDir, 'XBTUSD')
    await expect(third).rejects.toThrow(
      `Another process (${one.address}) runs the analysis of BTC/USD. Start this one with PAIRBOT_ROLE=gateway, or with PAIRBOT_ROLE=worker to take over when that one ends`,
    )
    await rm(dataDir, { recursive: true })
  })

  it('[OP-50] health says how long an event takes', async () => {
    const health: unknown = await (await fetch(`${two.address}/health`)).json()
    expect(health).toMatchObject({ bus: { status: 'connected', latency_ms: expect.any(Number) } })
  })
})
