import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { SimulatedClock } from 'xstate'
import type { LiveUpdate } from '#contract/messages.ts'
import { connectionErrors, connectionStatus } from '#src/machines/connection/selectors.ts'
import { createSequence } from '#src/streams/sequence.ts'
import { connectTo, greet, serveSockets } from '#test/support/client/real-connection.ts'
import { aLiveUpdate } from '#test/support/data/messages.ts'
import { startFrameProxy, type FrameFault } from '#test/support/server/frame-proxy.ts'

const entry = (seq: number): LiveUpdate =>
  aLiveUpdate({ close: 100 + (seq % 9) }, { seq, epoch: 'e', message_id: `${seq}-0` })

/** A server that sends entries 1 to `count` after its acknowledgement, and a client that reaches it through the proxy. */
async function disturbed(count: number, fault: (number: number) => FrameFault, clock?: SimulatedClock) {
  const { port } = await serveSockets((client) => {
    greet(client)
    for (let seq = 1; seq <= count; seq += 1) client.send(JSON.stringify([entry(seq)]))
  })
  const proxy = await startFrameProxy(port)
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  proxy.setFault(({ direction, number, connection }) =>
    direction === 'down' && connection === 1 ? fault(number) : 'pass',
  )
  const client = connectTo(proxy.port, clock && { clock })
  client.connect()
  const messages = () => client.frames.flatMap((frame) => frame.messages)
  const arrived = (frames: number) => vi.waitFor(() => expect(client.frames).toHaveLength(frames), { interval: 5 })
  /** What the streams take of the messages, by sequence number. */
  const taken = () => {
    const sequence = createSequence()
    const checked = messages().map((message) => [message.seq, sequence.check('tdp', message)] as const)
    return checked.filter(([seq, result]) => seq !== undefined && result !== 'duplicate')
  }
  return { proxy, client, messages, arrived, taken }
}

/** The acknowledgement is frame 1, entry n frame n + 1. */
const onEntry = (seq: number, fault: FrameFault) => (number: number) => (number === seq + 1 ? fault : 'pass')

describe('faults of single frames', () => {
  it('WS-21 a duplicate is taken once', async () => {
    const { arrived, taken } = await disturbed(20, (number) => (number % 5 === 0 ? 'duplicate' : 'pass'))
    await arrived(1 + 20 + 4)
    expect(taken().map(([seq]) => seq)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })

  it('WS-22 a swapped pair is a gap that closes itself: both are taken', async () => {
    const { arrived, taken } = await disturbed(4, onEntry(2, 'swap'))
    await arrived(1 + 4)
    expect(taken()).toEqual([
      [1, 'new'],
      [3, 'gap'],
      [2, 'new'],
      [4, 'new'],
    ])
  })

  it('WS-23 a dropped frame is a gap', async () => {
    const { arrived, taken } = await disturbed(4, onEntry(2, 'drop'))
    await arrived(1 + 3)
    expect(taken()).toEqual([
      [1, 'new'],
      [3, 'gap'],
      [4, 'new'],
    ])
  })

  it('WS-51 a frame that arrives after its gap was filled is taken once only', async () => {
    const { arrived, proxy, client, taken } = await disturbed(4, onEntry(2, 'hold'))
    await arrived(1 + 3)
    // The answer to the request that fills the gap.
    client.frames.push({ messages: [entry(2)], rejects: [] })
    proxy.release()
    await arrived(1 + 3 + 2)
    expect(taken().map(([seq]) => seq)).toEqual([1, 3, 4, 2])
  })

  it.each([
    ['is no JSON', '[{"type":"Live', { kind: 'format', text: 'Invalid message format received', count: 1 }],
    ['has no type', '[{"data":1}]', { kind: 'type', text: 'Message without a type', count: 1 }],
    [
      'has a text for a price',
      JSON.stringify([entry(2)]).replace(/"close":\d+/, '"close":"1"'),
      { kind: 'shape', text: 'Invalid LiveUpdate message', count: 1 },
    ],
  ])(
    'WS-49 an altered frame that %s is counted as such; the connection and the other frames stay',
    async (_, altered, reject) => {
      const { arrived, client, taken } = await disturbed(4, onEntry(2, { altered }))
      await arrived(1 + 4)
      expect(client.frames.flatMap(({ rejects }) => rejects)).toEqual([reject])
      expect(taken().map(([seq]) => seq)).toEqual([1, 3, 4])
      expect(connectionStatus(client.actor.getSnapshot())).toBe('connected')
    },
  )

  it('WS-52 frames split into fragments are read as if they were whole', async () => {
    const { arrived, messages } = await disturbed(3, () => 'split')
    await arrived(1 + 3)
    expect(messages().slice(1)).toEqual([entry(1), entry(2), entry(3)])
  })

  it('WS-50 a cut in the middle of a frame loses that frame only, and is followed by a reconnect', async () => {
    const clock = new SimulatedClock()
    const { client, proxy, messages } = await disturbed(3, onEntry(2, 'cut'), clock)
    const lost = await client.until('reconnecting')
    expect(messages().slice(1)).toEqual([entry(1)])
    expect(client.frames.flatMap(({ rejects }) => rejects)).toEqual([])
    expect(connectionErrors(lost).map(({ text }) => text)).toEqual(['Connection lost: Connection closed unexpectedly'])
    clock.increment(1_000)
    await client.until('connected')
    expect(proxy.connections()).toBe(2)
  })

  it('WS-48 data without an acknowledgement is used, but the attempt fails after 10 s', async () => {
    const clock = new SimulatedClock()
    const { client, arrived } = await disturbed(2, (number) => (number === 1 ? 'drop' : 'pass'), clock)
    await arrived(2)
    clock.increment(9_999)
    expect(connectionStatus(client.actor.getSnapshot())).toBe('connecting')
    clock.increment(1)
    const failed = client.actor.getSnapshot()
    expect(connectionStatus(failed)).toBe('reconnecting')
    expect(connectionErrors(failed).map(({ text }) => text)).toEqual(['Connection timeout'])
    clock.increment(1_000)
    await client.until('connected')
  })

  it('WS-04 a connection that ends without a closing handshake is lost, and found again', async () => {
    const clock = new SimulatedClock()
    const { client, proxy, arrived } = await disturbed(1, () => 'pass', clock)
    await arrived(2)
    proxy.cutAll()
    await client.until('reconnecting')
    clock.increment(1_000)
    await client.until('connected')
    expect(proxy.connections()).toBe(2)
  })
})
