import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import WebSocket from 'ws'
import { describe, expect, it } from 'vitest'
import { SOCKET_PATHS } from '#contract/paths.ts'
import { candleKey } from '#contract/payloads/streams.ts'
import { startLoadedCluster } from '#test/support/cluster/loaded-cluster.ts'
import { originOf } from '#test/support/cluster/servers.ts'
import { hasRedis } from '#test/support/server/redis.ts'
import { findPostgresql } from '../../scripts/services.mjs'

const M1 = candleKey('BTCUSD', 'M1')
const isPossible = findPostgresql() !== undefined && hasRedis && existsSync('dist/server/main.js')
const CLIENTS_EACH = 8

/** The numbers of the closed one-minute candles that a socket of the market gets. */
function followCandles(origin: string, token: string) {
  const seqs: number[] = []
  const ws = new WebSocket(`${origin.replace('http', 'ws')}${SOCKET_PATHS.tdp}?token=${token}`)
  ws.on('message', (bytes: Buffer) => {
    const message = JSON.parse(bytes.toString()) as {
      seq?: number
      data?: { partial_candle?: { is_complete: boolean } }
    }
    if (message.data?.partial_candle?.is_complete && message.seq !== undefined) seqs.push(message.seq)
  })
  return { seqs, ws }
}

describe.skipIf(!isPossible)('a cluster whose Redis loses its files', { timeout: 240_000 }, () => {
  it('[CL-13] loses, doubles and reorders nothing, and closes no socket', async () => {
    await using loaded = await startLoadedCluster(M1, CLIENTS_EACH)
    const { cluster, followers, token } = loaded
    const { redis } = cluster
    const candles = cluster.gateways.map((each) => followCandles(originOf(each), token))
    await loaded.untilGoesOn()
    const took: number[] = []
    for (let round = 0; round < 4; round += 1) {
      redis.child.process.kill('SIGKILL')
      await redis.child.ended
      await rm(redis.folder, { recursive: true })
      await mkdir(redis.folder)
      await redis.restart()
      took.push(await loaded.untilGoesOn())
      await loaded.untilPassed(2)
    }
    expect(await loaded.problems()).toEqual([])
    expect(followers.map((each) => each.sockets())).toEqual(followers.map(() => 1))
    for (const { seqs, ws } of candles) {
      expect(ws.readyState).toBe(WebSocket.OPEN)
      expect(seqs.length).toBeGreaterThan(5)
      expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index))
      ws.terminate()
    }
    process.stderr.write(`Redis without its files, ms until minutes went on: ${JSON.stringify(took)}\n`)
  })
})
