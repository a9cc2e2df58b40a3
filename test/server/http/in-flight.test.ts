import { connect, type AddressInfo, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApp } from '#test/support/server/app.ts'
import { MAX_IN_FLIGHT } from '#server/http/app.ts'

const REQUESTS = 10_000

let app: FastifyInstance
let port: number
let release: () => void
let asked: number
let atOnce: number
let mostAtOnce: number
beforeEach(async () => {
  const policy = { access: 'public', rate: 'none' } as const
  app = await testApp({ policy: { 'GET /slow': policy, 'GET /quick': policy } })
  const released = new Promise<void>((done) => (release = done))
  asked = atOnce = mostAtOnce = 0
  app.get('/slow', async () => {
    asked += 1
    atOnce += 1
    mostAtOnce = Math.max(mostAtOnce, atOnce)
    await released
    atOnce -= 1
    return 'slow'
  })
  app.get('/quick', async () => 'quick')
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterEach(() => app.close())

/** A connection that does not wait for answers, and the statuses it got, in order. */
function pipeline(): {
  readonly socket: Socket
  readonly send: (path: string, count: number) => void
  readonly statuses: () => number[]
} {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (bytes: Buffer) => (received += bytes.toString('latin1')))
  return {
    socket,
    send: (path, count) => void socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(count)),
    statuses: () => Array.from(received.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => Number(status)),
  }
}

describe('requests on one connection', () => {
  it(`[HT-24] SC-11 of ${REQUESTS} pipelined requests, ${MAX_IN_FLIGHT} are handled, the rest get 429; other connections are served`, async () => {
    const flood = pipeline()
    flood.send('/slow', REQUESTS)
    await expect.poll(() => asked).toBe(MAX_IN_FLIGHT)
    for (let n = 0; n < 20; n += 1) {
      const other = await fetch(`http://127.0.0.1:${port}/quick`)
      expect([other.status, await other.text()]).toEqual([200, 'quick'])
    }
    expect([asked, flood.statuses()]).toEqual([MAX_IN_FLIGHT, []])

    release()
    await expect.poll(() => flood.statuses().length, { timeout: 15_000 }).toBe(REQUESTS)
    expect(mostAtOnce).toBe(MAX_IN_FLIGHT)
    expect(flood.statuses().slice(0, MAX_IN_FLIGHT + 1)).toEqual([...Array(MAX_IN_FLIGHT).fill(200), 429])
    expect(new Set(flood.statuses())).toEqual(new Set([200, 429]))

    flood.send('/quick', 1)
    await expect.poll(() => flood.statuses().length).toBe(REQUESTS + 1)
    expect(flood.statuses().at(-1)).toBe(200)
    flood.socket.destroy()
  })

  it('[HT-24] sequential requests are not limited', async () => {
    release()
    const patient = pipeline()
    for (let n = 1; n <= 3 * MAX_IN_FLIGHT; n += 1) {
      patient.send('/slow', 1)
      await expect.poll(() => patient.statuses().length, { interval: 1 }).toBe(n)
    }
    expect(new Set(patient.statuses())).toEqual(new Set([200]))
    patient.socket.destroy()
  })
})
