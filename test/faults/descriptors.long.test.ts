import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { sessionGrantSchema, successOf } from '#contract/auth.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import { DEFAULT_BASES, SOCKET_PATHS } from '#contract/paths.ts'
import {
  ADMIN,
  makeDataDir,
  ONE_PAIR,
  removeDataDir,
  startServer,
  type RunningServer,
} from '#test/support/server/server.ts'

const PRLIMIT = '/usr/bin/prlimit'
const canLimit = existsSync('dist/server/main.js') && existsSync(PRLIMIT)
/** Descriptors that are free when the crowd comes, and the crowd. */
const FREE = 60
const CROWD = 300

let server: RunningServer
let dataDir: string
beforeAll(async () => {
  if (!canLimit) return
  dataDir = await makeDataDir()
  server = await startServer({ dataDir, env: ONE_PAIR })
}, 120_000)
afterAll(async () => {
  if (!canLimit) return
  await server.stop()
  await removeDataDir(dataDir)
})

const openFiles = () => readdirSync(`/proc/${server.process.pid}/fd`).length

/** Processor time that the server has used, in milliseconds: user and system, of 10 ms each. */
function processorMs(): number {
  const fields = readFileSync(`/proc/${server.process.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Signs in over the agent's connection, which writes to the database. */
function signIn(agent: Agent): Promise<{ readonly status: number | undefined; readonly body: string }> {
  const headers = { 'content-type': 'application/json' }
  return new Promise((done, failed) => {
    const asking = request(`${server.origin}${DEFAULT_BASES.identity}${AUTH.login.path}`, {
      method: 'POST',
      headers,
      agent,
    })
    asking.on('error', failed)
    asking.on('response', (reply) => {
      let body = ''
      reply.on('data', (bytes: Buffer) => (body += bytes.toString()))
      reply.on('end', () => done({ status: reply.statusCode, body }))
    })
    asking.end(JSON.stringify(ADMIN))
  })
}

/** Idle connections; counts how many the server closed. */
function crowd() {
  let closed = 0
  const sockets = Array.from({ length: CROWD }, () => {
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.on('close', () => (closed += 1))
    return socket
  })
  return { closed: () => closed, leave: () => sockets.forEach((socket) => socket.destroy()) }
}

describe.skipIf(!canLimit)('a server out of file descriptors', { timeout: 60_000 }, () => {
  it('[OP-10] BC-28 refuses new connections, serves the open ones, and recovers when descriptors are free', async () => {
    const keepAlive = new Agent({ keepAlive: true, maxSockets: 1 })
    const { body } = await signIn(keepAlive)
    const { access_token: token } = z.parse(successOf(sessionGrantSchema), JSON.parse(body)).data
    const ws = new WebSocket(`ws://127.0.0.1:${server.port}${SOCKET_PATHS.tdp}?token=${token}`)
    let frames = 0
    ws.on('message', () => (frames += 1))
    await expect.poll(() => frames).toBeGreaterThan(0)

    execFileSync(PRLIMIT, ['--pid', `${server.process.pid}`, `--nofile=${openFiles() + FREE}`])
    const many = crowd()
    await expect.poll(many.closed, { timeout: 10_000 }).toBeGreaterThan(CROWD - FREE - 10)
    const received = frames
    expect((await signIn(keepAlive)).status).toBe(200)
    await expect.poll(() => frames, { timeout: 10_000 }).toBeGreaterThan(received)
    expect(ws.readyState).toBe(WebSocket.OPEN)
    const share = async () => {
      const [used, began] = [processorMs(), performance.now()]
      await new Promise((later) => setTimeout(later, 500))
      return (processorMs() - used) / (performance.now() - began)
    }
    await expect.poll(share, { timeout: 10_000 }).toBeLessThan(0.3)

    many.leave()
    const health = () =>
      fetch(`${server.origin}/health`).then(
        ({ status }) => status,
        () => 'refused',
      )
    await expect.poll(health, { timeout: 5_000 }).toBe(200)
    ws.terminate()
    keepAlive.destroy()
  })
})
