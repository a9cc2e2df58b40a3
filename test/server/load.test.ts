import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { SOCKET_PATHS } from '#contract/paths.ts'
import { createTally, seqsIn, sumOf, type Tally } from '#test/support/server/tally.ts'
import { twoSockets, type TwoSockets } from '#test/support/server/two-sockets.ts'

const CLIENTS = 50
const MESSAGES = 60

let sockets: TwoSockets | undefined
afterEach(async () => {
  await sockets?.gateway.drain()
  sockets?.server.close()
})

interface Reader {
  readonly ws: WebSocket
  readonly tally: Tally
}

/** A client that has received its ack. One that `pauses` stops reading now and then. */
function connectReader(url: string, pauses: boolean): Promise<Reader> {
  const ws = new WebSocket(url)
  const tally = createTally()
  let frames = 0
  return new Promise((done, failed) => {
    ws.on('error', failed)
    ws.on('message', (data: Buffer) => {
      frames += 1
      for (const seq of seqsIn(data.toString())) tally.record(seq)
      if (frames === 1) done({ ws, tally })
      if (!pauses || frames % 7 !== 0) return
      ws.pause()
      setTimeout(() => ws.resume(), 20)
    })
  })
}

describe("the reader's account", () => {
  it('counts lost, late and duplicate messages', () => {
    const tally = createTally()
    for (const seq of [1, 2, 5, 4, 4, 7]) tally.record(seq)
    expect(tally.result(8)).toEqual({ received: 6, lost: 3, reordered: 1, duplicated: 1 })
    expect(seqsIn('[{"seq":3,"data":{}},{"timestamp":1,"seq":14}]')).toEqual([3, 14])
  })
})

describe('both sockets under load', () => {
  it(`[GW-4] [GW-21] ${CLIENTS} clients on each get every one of ${MESSAGES} messages once and in order`, async () => {
    sockets = twoSockets()
    const { server } = sockets
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const readers = await Promise.all(
      Object.values(SOCKET_PATHS).flatMap((path) =>
        Array.from({ length: CLIENTS }, (_, n) => {
          const batch = n % 2 === 0 ? '&batch=1' : ''
          return connectReader(`ws://127.0.0.1:${port}${path}?token=ann:s${n}${batch}`, n % 5 === 0)
        }),
      ),
    )
    for (let n = 0; n < MESSAGES; n += 1) {
      await sockets.publish()
      await new Promise((done) => setTimeout(done, n % 3 === 0 ? 5 : 0))
    }
    const accounts = () => readers.map(({ tally }) => tally.result(MESSAGES))
    await expect.poll(() => sumOf(accounts()).received, { timeout: 15_000 }).toBe(2 * CLIENTS * MESSAGES)

    const whole = { received: MESSAGES, lost: 0, reordered: 0, duplicated: 0 }
    expect(accounts()).toEqual(readers.map(() => whole))
    for (const { ws } of readers) ws.terminate()
  })
})
