import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createConnection, LIMITS } from '#server/streams/redis/connection.ts'

let server: Server | undefined
afterEach(() => void server?.close())

/** A Redis that loads its files when it is asked first, for a minute by its own estimate, and has done so when it is asked again. */
async function startLoadingRedis(asked: number[]): Promise<string> {
  server = createServer((socket) =>
    socket.on('data', (data) => {
      for (const [, name] of data.toString().matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g)) {
        if (name !== 'info') {
          socket.write(name === 'hello' ? '%1\r\n+proto\r\n:3\r\n' : '+OK\r\n')
          continue
        }
        asked.push(performance.now())
        const state = asked.length === 1 ? 'loading:1\r\nloading_eta_seconds:60' : 'loading:0'
        const info = `redis_version:7.2.0\r\n${state}`
        socket.write(`$${info.length}\r\n${info}\r\n`)
      }
    }),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' ? `redis://127.0.0.1:${address?.port}` : ''
}

describe('the connection to Redis', () => {
  it('[SL-58] asks a server that loads its files again soon, however long that says it will take', async () => {
    const asked: number[] = []
    const url = await startLoadingRedis(asked)
    const connection = createConnection({ url, role: 'relay', random: () => 0, onRefused: () => undefined })
    await connection.ready()
    connection.close()
    const [first = Number.NaN, second = Number.NaN] = asked
    expect(second - first).toBeLessThan(8 * LIMITS.loadingMs)
  })
})
