import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { sessionGrantSchema, successOf } from '#contract/auth.ts'
import type { FaultInput } from '#contract/fault-injection.ts'
import * as PROXY from '#contract/endpoints/stream-proxy.ts'
import * as ADMINISTRATION from '#contract/endpoints/administration.ts'
import { DEFAULT_BASES, SOCKET_PATHS } from '#contract/paths.ts'
import {
  ADMIN,
  makeDataDir,
  ONE_PAIR,
  removeDataDir,
  startServer,
  type RunningServer,
} from '#test/support/server/server.ts'

const isBuilt = existsSync('dist/server/main.js')

let server: RunningServer
let dataDir: string
beforeAll(async () => {
  if (!isBuilt) return
  dataDir = await makeDataDir()
  server = await startServer({ dataDir, env: ONE_PAIR })
}, 120_000)
afterAll(async () => {
  if (!isBuilt) return
  await server.stop()
  await removeDataDir(dataDir)
})

/** A session of the administrator. */
async function session() {
  const call = (method: string, path: string, token?: string, body?: object) =>
    fetch(`${server.origin}${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  const reply = await call('POST', `${DEFAULT_BASES.identity}/auth/login`, undefined, ADMIN)
  const { access_token: token } = z.parse(successOf(sessionGrantSchema), await reply.json()).data
  return {
    injection: async (fault: FaultInput) =>
      (await call('POST', `${DEFAULT_BASES.identity}${ADMINISTRATION.injectFault.path}`, token, fault)).status,
    streams: async () => (await call('GET', `${DEFAULT_BASES.proxy}${PROXY.streams.path}`, token)).status,
    /** Resolves with the close code, or with the first message. */
    socket() {
      const ws = new WebSocket(`ws://127.0.0.1:${server.port}${SOCKET_PATHS.tdp}?token=${token}`)
      let frames = 0
      ws.on('message', () => {
        frames += 1
      })
      ws.on('error', () => {})
      const closed = new Promise<number>((done) => ws.once('close', done))
      const opened = new Promise<'open'>((done) => ws.once('message', () => done('open')))
      return { ws, closed, frames: () => frames, outcome: Promise.race([opened, closed]) }
    },
  }
}

/** Asks until the answer is the wanted one; gives how long that took, in milliseconds. */
async function until<T>(wanted: T, ask: () => Promise<T>): Promise<number> {
  const began = performance.now()
  while ((await ask()) !== wanted) {
    if (performance.now() - began > 10_000) throw new Error(`it never was ${String(wanted)}`)
  }
  return performance.now() - began
}

describe.skipIf(!isBuilt)('fault injection on a real server', () => {
  it('[DR-1] [DR-10] terminates only the sockets of its session while it lasts', { timeout: 60_000 }, async () => {
    const [own, other] = [await session(), await session()]
    const [mine, theirs] = [own.socket(), other.socket()]
    expect([await mine.outcome, await theirs.outcome]).toEqual(['open', 'open'])

    expect(await own.injection({ kind: 'cut-socket', seconds: 2 })).toBe(201)
    expect([await mine.closed, await own.socket().outcome]).toEqual([1006, 1006])
    const received = theirs.frames()
    expect(await until<unknown>('open', () => own.socket().outcome)).toBeLessThan(4_000)
    expect(theirs.ws.readyState).toBe(WebSocket.OPEN)
    expect(await until(true, async () => theirs.frames() > received)).toBeLessThan(10_000)
    theirs.ws.terminate()
  })

  it('[DR-1] [DR-5] fails the data calls of its session with 503 while it lasts', { timeout: 60_000 }, async () => {
    const [own, other] = [await session(), await session()]
    expect(await own.injection({ kind: 'answer-503', seconds: 1 })).toBe(201)
    expect([await own.streams(), await other.streams()]).toEqual([503, 200])
    expect(await until(200, own.streams)).toBeLessThan(4_000)
    expect(await own.injection({ kind: 'answer-401', seconds: 1 })).toBe(201)
    expect([await own.streams(), await other.streams()]).toEqual([401, 200])
    expect(await until(200, own.streams)).toBeLessThan(4_000)
  })
})
