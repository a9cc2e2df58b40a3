import { describe, expect, it } from 'vitest'
import { GATEWAY } from '#contract/limits.ts'
import type { ServerMessage } from '#contract/messages.ts'
import { createCounters } from '#server/gateway/counters.ts'
import { encodeEntry, type Entry } from '#server/gateway/delivery/entry-queue.ts'
import { WIRE_FORMATS, type MessageEncoder } from '#server/gateway/framing/index.ts'
import { createDelivery, type SendQueue } from '#server/gateway/delivery/delivery.ts'
import { message } from '#test/support/server/gateway.ts'

const encodeSingly = WIRE_FORMATS.single.own
const encodeBatch = WIRE_FORMATS.batch.own
let number = 0
const anEntry = (stream: string, delivery: 'lossless' | 'latest', value: unknown): Entry =>
  encodeEntry({ stream, delivery, message: message(value) }, number++)

/** A socket that drains only on request. */
function setup(framing: MessageEncoder = encodeSingly) {
  const written: Buffer[] = []
  const counters = createCounters()
  const ws = { readyState: 1 }
  const waiting: (() => void)[] = []
  const socket = {
    writableLength: 0,
    once: (_event: 'drain', listener: () => void) => void waiting.push(listener),
    write(frame: Buffer) {
      written.push(frame)
      socket.writableLength += frame.length
    },
  }
  const target: SendQueue = {
    encode: framing,
    socket,
    ws,
    queue: undefined,
    backlog: undefined,
    blockedSince: undefined,
    interceptor: undefined,
  }
  const harness = { ws, socket, overflows: 0, now: 0 }
  const delivery = createDelivery({ counters, now: () => harness.now, onOverflow: () => (harness.overflows += 1) })
  const enqueue = (...entries: Entry[]) => delivery.enqueue(target, entries, framing(entries.map(({ text }) => text)))
  const drain = () => {
    socket.writableLength = 0
    for (const listener of waiting.splice(0)) listener()
  }
  /** The `data` of every message written so far. */
  const values = () =>
    written
      .flatMap((frame) => payloads(frame))
      .flatMap((text) => [JSON.parse(text)].flat() as ServerMessage[])
      .map(({ data }) => data)
  return { harness, waiting, counters, written, delivery, target, enqueue, drain, values }
}

function payloads(bytes: Buffer): string[] {
  if (bytes.length === 0) return []
  const short = bytes[1]! < 126
  const start = short ? 2 : bytes[1] === 126 ? 4 : 10
  const length = short ? bytes[1]! : bytes[1] === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  return [bytes.toString('utf8', start, start + length), ...payloads(bytes.subarray(start + length))]
}

const big = 'x'.repeat(GATEWAY.conflateAboveBytes)

describe('delivery', () => {
  it('[GW-21] writes the shared frame unchanged while the client keeps up', () => {
    const { delivery, target, written, counters } = setup()
    const entries = [anEntry('a', 'latest', 1)]
    const frame = encodeSingly(['{}'])
    delivery.enqueue(target, entries, frame)

    expect(written).toEqual([frame])
    expect(written[0]).toBe(frame)
    expect(counters.sent).toBe(1)
  })

  for (const [kind, framing] of [
    ['plain', encodeSingly],
    ['batched', encodeBatch],
  ] as const) {
    it(`[GW-22] above 64 KiB unsent a ${kind} client gets the newest values only, and every lossless entry in order`, () => {
      const { harness, enqueue, drain, values, counters, written } = setup(framing)
      enqueue(anEntry('first', 'lossless', big))
      for (let tick = 1; tick <= 100; tick += 1) {
        enqueue(anEntry('btc', 'latest', `btc ${tick}`), anEntry('eth', 'latest', `eth ${tick}`))
        if (tick % 40 === 0) enqueue(anEntry('btc', 'lossless', `closed ${tick}`))
      }
      expect(written).toHaveLength(1)

      drain()

      expect(values()).toEqual([big, 'closed 40', 'closed 80', 'btc 100', 'eth 100'])
      expect(counters.conflated).toBe(198)
      expect(harness.overflows).toBe(0)
    })
  }

  it('[GW-22] returns to shared frames once the queue is empty', () => {
    const { enqueue, drain, values, target } = setup()
    enqueue(anEntry('a', 'lossless', big))
    enqueue(anEntry('a', 'latest', 1))
    expect(target.blockedSince).toBe(0)
    drain()
    enqueue(anEntry('a', 'latest', 2))
    enqueue(anEntry('a', 'latest', 3))

    expect(target.blockedSince).toBeUndefined()
    expect(values()).toEqual([big, 1, 2, 3])
  })

  it('[GW-22] listens to the socket only while messages are queued', () => {
    const { enqueue, drain, waiting, values } = setup()
    enqueue(anEntry('a', 'lossless', 1), anEntry('a', 'lossless', big))
    expect(waiting).toHaveLength(0)
    enqueue(anEntry('a', 'latest', 2))
    enqueue(anEntry('b', 'latest', 3))
    expect(waiting).toHaveLength(1)
    drain()

    expect(waiting).toHaveLength(0)
    expect(values()).toEqual([1, big, 2, 3])
  })

  it('[GW-23] frees the queue beyond 1 MiB and reports the overflow once', () => {
    const { harness, enqueue, target, written } = setup()
    enqueue(anEntry('a', 'lossless', big))
    const held = written.length
    let offered = 0
    while (harness.overflows === 0) {
      enqueue(anEntry('a', 'lossless', 'y'.repeat(10_000)))
      offered += 1
    }
    const most = Math.floor(
      (GATEWAY.outboundCapBytes - harness.socket.writableLength) / anEntry('a', 'lossless', 'y'.repeat(10_000)).bytes,
    )

    expect(offered).toBe(most + 1)
    expect(written).toHaveLength(held)
    expect(harness.overflows).toBe(1)
    expect(target.blockedSince).toBeUndefined()
  })

  it('[GW-23] last-value entries alone never reach the cap', () => {
    const { harness, enqueue } = setup()
    enqueue(anEntry('a', 'lossless', big))
    for (let tick = 0; tick < 10_000; tick += 1) enqueue(anEntry('a', 'latest', 'z'.repeat(1_000)))

    expect(harness.overflows).toBe(0)
  })

  it('[GW-24] tracks since when nothing was written; progress resets it', () => {
    const { harness, enqueue, drain, target } = setup()
    enqueue(anEntry('a', 'lossless', big))
    harness.now = 100
    for (let piece = 0; piece < 8; piece += 1) enqueue(anEntry('a', 'lossless', 'y'.repeat(20_000)))
    harness.now = 5_000
    expect(target.blockedSince).toBe(100)
    drain()
    expect(target.blockedSince).toBe(5_000)
    drain()
    expect(target.blockedSince).toBeUndefined()
  })

  it("[GW-31] replays at the client's pace, then sends live entries; refuses a second replay meanwhile", () => {
    const { harness, delivery, target, enqueue, drain, values } = setup(encodeBatch)
    const entries = Array.from({ length: 300 }, (_, index) => message(`${index} ${'r'.repeat(1_000)}`))
    expect(delivery.replay(target, entries)).toBe(true)
    expect(harness.socket.writableLength).toBeLessThan(2 * GATEWAY.conflateAboveBytes)
    enqueue(anEntry('a', 'latest', 'old'), anEntry('a', 'lossless', 'closed'))
    enqueue(anEntry('a', 'latest', 'new'))
    expect(delivery.replay(target, [message('refused')])).toBe(false)
    for (let turn = 0; turn < 10; turn += 1) drain()

    expect(values()).toEqual([...entries.map(({ data }) => data), 'closed', 'new'])
    expect(delivery.replay(target, [message('again')])).toBe(true)
  })

  it('[GW-34] a flush writes the queue regardless of back-pressure', () => {
    const { delivery, target, enqueue, values } = setup()
    enqueue(anEntry('a', 'lossless', big))
    enqueue(anEntry('a', 'lossless', big), anEntry('v', 'latest', 1), anEntry('a', 'lossless', 2))
    delivery.flush(target)

    expect(values()).toEqual([big, big, 1, 2])
  })

  it('[GW-7] writes nothing to a closing client and frees its queue', () => {
    const { harness, delivery, target, enqueue, drain, written, counters } = setup()
    enqueue(anEntry('a', 'lossless', big))
    enqueue(anEntry('a', 'lossless', 1))
    harness.ws.readyState = 2
    drain()
    enqueue(anEntry('a', 'lossless', 2))
    delivery.send(target, message(3))
    delivery.replay(target, [message(4)])

    expect(written).toHaveLength(1)
    expect(target).toMatchObject({ queue: undefined, backlog: undefined, blockedSince: undefined })
    expect(counters.sent).toBe(1)
  })
})
