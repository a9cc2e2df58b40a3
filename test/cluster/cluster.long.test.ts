import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { sessionGrantSchema, successOf } from '#contract/auth.ts'
import { CLOSE } from '#contract/close-codes.ts'
import type { AnalyticsUpdate } from '#contract/messages.ts'
import * as PROXY from '#contract/endpoints/stream-proxy.ts'
import * as ADMINISTRATION from '#contract/endpoints/administration.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import { DEFAULT_BASES, SOCKET_PATHS } from '#contract/paths.ts'
import { streamListResponseSchema } from '#contract/streams.ts'
import { makeCandleFolder, waveCandles, type CandleFolder } from '#test/support/data/candle-files.ts'
import { connectClient } from '#test/support/server/gateway.ts'
import { hasPostgresql } from '#test/support/server/postgresql.ts'
import { hasRedis } from '#test/support/server/redis.ts'
import { cleanEnvironment } from '#test/support/server/server.ts'
import { sessionOf } from '#test/support/server/two-servers.ts'
import { createClient } from '../../examples/client.ts'
import { followAnalysis } from '../../examples/follow-analysis.ts'
import { startCluster, type Cluster, type ClusterServer } from '../../scripts/cluster/cluster.ts'

const MINUTES = 20_000
const START_S = Date.parse('2026-01-05T00:00:00Z') / 1_000
const ROOM = { timeout: 60_000, interval: 20 }

describe.skipIf(!hasPostgresql() || !hasRedis)('a cluster on one machine', { timeout: 120_000 }, () => {
  let candles: CandleFolder
  let cluster: Cluster
  beforeAll(async () => {
    candles = await makeCandleFolder()
    const replay = await candles.write('BTCUSD-1m.csv.gz', waveCandles(MINUTES, START_S))
    const market = { PAIRBOT_MARKET: 'replay', PAIRBOT_REPLAY: replay, PAIRBOT_REPLAY_SPEED: '300' }
    cluster = await startCluster({ workers: 1, gateways: 2, port: 0, env: { ...cleanEnvironment(), ...market } })
  }, 180_000)
  afterAll(async () => {
    await cluster?.stop()
    await candles?.remove()
  }, 60_000)

  const addressOf = ({ port }: ClusterServer) => `http://127.0.0.1:${port}`
  const gateway = (number: 0 | 1): ClusterServer => {
    const found = cluster.gateways[number]
    if (found === undefined) throw new Error('no such gateway')
    return found
  }

  async function signIn(): Promise<string> {
    const response = await fetch(`${cluster.address}${DEFAULT_BASES.identity}${AUTH.login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(cluster.administrator),
    })
    return successOf(sessionGrantSchema).parse(await response.json()).data.access_token
  }

  it('[CL-1] signs in and reads streams through the proxy', async () => {
    const headers = { authorization: `Bearer ${await signIn()}` }
    const address = `${cluster.address}${DEFAULT_BASES.proxy}${PROXY.streams.path}`
    const listed = async () => streamListResponseSchema.parse(await (await fetch(address, { headers })).json()).streams
    await expect.poll(async () => (await listed()).length, ROOM).toBeGreaterThan(10)
  })

  it('[CL-3] every gateway that is ready has its turn', async () => {
    const sockets = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const address = `${cluster.address.replace('http', 'ws')}${SOCKET_PATHS.tdp}?token=${await signIn()}`
        const client = connectClient(address, { origin: cluster.address })
        await client.received(1)
        return client
      }),
    )
    const open = () => cluster.gateways.map(({ port }) => cluster.proxy.sockets(port))
    expect(open().every((count) => count > 0)).toBe(true)
    for (const { ws } of sockets) ws.close()
    await expect.poll(open, ROOM).toEqual([0, 0])
  })

  it('[CL-5] ends the sockets of a session at the other gateway within a second', async () => {
    const [admin, ended] = [await signIn(), await signIn()]
    const address = `${addressOf(gateway(1)).replace('http', 'ws')}${SOCKET_PATHS.tdp}?token=${ended}`
    const client = connectClient(address, { origin: addressOf(gateway(1)) })
    await client.received(1)
    const path = ADMINISTRATION.endSession.path.replace(':id', sessionOf(ended))
    const began = performance.now()
    const response = await fetch(`${addressOf(gateway(0))}${DEFAULT_BASES.identity}${path}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${admin}` },
    })
    const { code } = await client.closed
    expect([response.status, code]).toEqual([200, CLOSE.sessionEnded])
    expect(performance.now() - began).toBeLessThan(1_000)
  })

  it('[CL-4] clients of a killed gateway go on at the other, with every entry once and in order', async () => {
    const updates: AnalyticsUpdate[] = []
    const sockets: WebSocket[] = []
    const stopping = new AbortController()
    const client = createClient(cluster.address, await signIn())
    const following = followAnalysis(client, {
      pair: 'BTCUSD',
      signal: stopping.signal,
      onUpdate: (update) => updates.push(update),
      connect: (address) => {
        const socket = new WebSocket(address)
        sockets.push(socket)
        return socket
      },
    })
    await vi.waitUntil(() => updates.length >= 60, ROOM)
    const used = cluster.gateways.find(({ port }) => cluster.proxy.sockets(port) > 0)
    used?.child.process.kill('SIGKILL')
    await used?.child.ended
    const before = updates.length
    await vi.waitUntil(() => updates.length >= before + 60, ROOM)
    stopping.abort()
    await following

    expect(sockets.length).toBeGreaterThan(1)
    const keys = new Set(updates.map(({ data }) => data.stream_key ?? ''))
    expect(keys.size).toBeGreaterThan(2)
    for (const key of keys) {
      const seqs = updates.filter(({ data }) => data.stream_key === key).map(({ seq = Number.NaN }) => seq)
      expect([key, seqs]).toEqual([key, seqs.map((_, n) => (seqs[0] ?? 0) + n)])
    }
    expect(cluster.proxy.ready()).toHaveLength(1)
    expect((await fetch(`${cluster.address}/health`)).status).toBe(200)
  })

  it('[CL-1] leaves no process and no file behind', async () => {
    const { postgresql, redis, workers, gateways } = cluster
    const children = [postgresql.child, redis.child, ...[...workers, ...gateways].map(({ child }) => child)]
    const folder = postgresql.child.process.spawnargs.find((word) => word.includes('pairbot-cluster'))
    expect(existsSync(folder ?? '')).toBe(true)
    await cluster.stop()
    expect(children.map((child) => child.hasEnded())).not.toContain(false)
    expect(existsSync(folder ?? '')).toBe(false)
  })
})

function run(env: NodeJS.ProcessEnv) {
  const words = ['--import', 'tsx', 'scripts/cluster.ts', '--gateways', '1']
  const child = spawn(process.execPath, words, { env: { ...cleanEnvironment(), PORT: '0', ...env } })
  let output = ''
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()))
  child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const ended = once(child, 'close').then(([code]: unknown[]) => code)
  return { child, ended, output: () => output }
}

describe.skipIf(!hasPostgresql() || !hasRedis)('npm run cluster', { timeout: 120_000 }, () => {
  it('[CL-1] prints the address and the first administrator, and ends with Ctrl-C', async () => {
    const { child, ended, output } = run({ PAIRBOT_MARKET: 'simulated' })
    await vi.waitUntil(() => output().includes('The cluster is ready'), ROOM)
    const found = /Sign in as (?<email>\S+), password: (?<password>\S+)/.exec(output())
    const address = /ready: (\S+)/.exec(output())?.[1] ?? ''
    const response = await fetch(`${address}${DEFAULT_BASES.identity}${AUTH.login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(found?.groups),
    })
    expect(response.status).toBe(200)
    const pids = [...output().matchAll(/pid (\d+)/g)].map(([, pid]) => Number(pid))
    child.kill('SIGINT')
    expect([await ended, pids.length]).toEqual([0, 2])
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })

  it('[CL-2] says what to install', async () => {
    const { ended, output } = run({ PATH: '' })
    expect([await ended, output()]).toEqual([
      1,
      expect.stringMatching(/^A cluster needs .* apt-get install redis-server\n$/),
    ])
  })
})
