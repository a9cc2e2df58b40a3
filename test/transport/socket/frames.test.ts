import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ServerMessage } from '#contract/messages.ts'
import { aLiveUpdate, anAck, T0 } from '#test/support/data/messages.ts'
import { FRAME_LIMIT, parseFrame } from '#src/transport/socket/socket.ts'

const heartbeat: ServerMessage = { type: 'Heartbeat', timestamp: T0 }
const NOT_JSON = { kind: 'format', text: 'Invalid message format received', count: 1 }

describe('parseFrame', () => {
  it('[ST-1] accepts one envelope, or an array of them in order', () => {
    expect(parseFrame(JSON.stringify(heartbeat))).toEqual({ messages: [heartbeat], rejects: [] })
    const batch = [anAck(), aLiveUpdate(), heartbeat, aLiveUpdate({ close: 99 })]
    expect(parseFrame(JSON.stringify(batch))).toEqual({ messages: batch, rejects: [] })
    expect(parseFrame('[]')).toEqual({ messages: [], rejects: [] })
  })

  it.each([
    '',
    '{',
    'NaN',
    'undefined',
    '\uFEFF{}',
    '[1,',
    new ArrayBuffer(4),
    undefined,
    null,
    5,
    'true',
    '5',
    '"text"',
    'null',
    '[[]]',
  ])('[ST-2] reports an invalid format for %o', (data) => {
    expect(parseFrame(data)).toEqual({ messages: [], rejects: [NOT_JSON] })
  })

  it('[ST-2] isolates an invalid message', () => {
    const frame = parseFrame(
      JSON.stringify([
        heartbeat,
        5,
        { type: 'LiveUpdate' },
        { type: 'LiveUpdate', data: 1 },
        { type: 'Trade' },
        {},
        { type: {} },
        aLiveUpdate(),
      ]),
    )
    expect(frame).toEqual({
      messages: [heartbeat, aLiveUpdate()],
      rejects: [
        NOT_JSON,
        { kind: 'shape', text: 'Invalid LiveUpdate message', count: 2 },
        { kind: 'type', text: 'Unknown message type: Trade', count: 1 },
        { kind: 'type', text: 'Message without a type', count: 2 },
      ],
    })
  })

  it('MS-13 [ST-2] accepts a candle nested one level deeper, and no deeper', () => {
    const { data, ...envelope } = aLiveUpdate()
    const once = { ...envelope, data: { data } }
    const twice = { ...envelope, data: { data: { data } } }
    expect(parseFrame(JSON.stringify([once, twice]))).toEqual({
      messages: [once],
      rejects: [{ kind: 'shape', text: 'Invalid LiveUpdate message', count: 1 }],
    })
  })

  it('MS-15 WS-38 [ST-3] drops oversized frames unread', () => {
    const padded = (length: number) => `${JSON.stringify(heartbeat)}${' '.repeat(length)}`.slice(0, length)
    expect(parseFrame(padded(FRAME_LIMIT)).messages).toEqual([heartbeat])
    expect(parseFrame(padded(FRAME_LIMIT + 1))).toEqual({
      messages: [],
      rejects: [{ kind: 'oversize', text: 'Message too large', count: 1 }],
    })
  })

  it('MS-03 [ST-3] limits the number and length of invented types', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => ({ type: `${index}${'x'.repeat(100)}` }))
    const { rejects } = parseFrame(JSON.stringify(many))
    expect(rejects).toHaveLength(9)
    expect(rejects.reduce((sum, { count }) => sum + count, 0)).toBe(5_000)
    expect(Math.max(...rejects.map(({ text }) => text.length))).toBeLessThan(70)
  })

  it('MS-17 [ST-5] treats keys named like members of Object as plain data', () => {
    const before = Object.getOwnPropertyNames(Object.prototype)
    for (const key of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
      const found = parseFrame(`{"${key}":{"type":"Heartbeat","timestamp":1,"polluted":true},"type":"${key}"}`)
      expect(found.rejects).toEqual([{ kind: 'type', text: `Unknown message type: ${key}`, count: 1 }])
      const inherited = parseFrame(`{"__proto__":${JSON.stringify(heartbeat)}}`)
      expect(inherited.messages).toEqual([])
    }
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
    expect('polluted' in {}).toBe(false)
  })

  it('[ST-1] never throws for any input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string(), fc.anything()), (data) => {
        const { messages, rejects } = parseFrame(data)
        expect(messages).toEqual([])
        for (const { count } of rejects) expect(count).toBeGreaterThan(0)
      }),
      { numRuns: 3_000, seed: 1 },
    )
  })

  it('MS-24 [ST-1] never throws on mutated frames, and accepts none that a schema would reject', () => {
    const text = JSON.stringify([anAck(), aLiveUpdate(), heartbeat])
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ maxLength: 4 }), fc.nat(6), (at, insert, cut) => {
        const { messages } = parseFrame(text.slice(0, at) + insert + text.slice(at + cut))
        for (const message of messages) {
          expect(['ConnectionAck', 'LiveUpdate', 'Heartbeat']).toContain(message.type)
          expect(Number.isFinite(message.timestamp)).toBe(true)
        }
      }),
      { numRuns: 5_000, seed: 2 },
    )
  })
})

describe('many different faults in one frame', () => {
  it('[ST-2] are named up to eight, and the others counted together', () => {
    const types = Array.from({ length: 11 }, (_, index) => ({ type: `T${index}` }))
    const { rejects } = parseFrame(JSON.stringify([...types, { type: 'T10' }, { type: 'T1' }, 5, 5]))
    expect(rejects).toHaveLength(9)
    expect(rejects[1]).toEqual({ kind: 'type', text: 'Unknown message type: T1', count: 2 })
    expect(rejects.slice(7)).toEqual([
      { kind: 'type', text: 'Unknown message type: T7', count: 1 },
      { kind: 'type', text: 'Other messages', count: 6 },
    ])
  })
})

describe('unusual JSON', () => {
  const withClose = (text: string) => JSON.stringify(aLiveUpdate()).replace('"close":105', `"close":${text}`)

  it.each(['1e400', '-1e400', '9'.repeat(400)])('[ST-2] MS-26 a price of %s is no number', (text) => {
    const frame = parseFrame(withClose(text))
    expect(frame.messages).toEqual([])
    expect(frame.rejects).toEqual([{ kind: 'shape', text: 'Invalid LiveUpdate message', count: 1 }])
  })

  it.each(['', ' \n', '[[{"type":"Heartbeat","timestamp":1}]]', '7', '"x"', '\uFEFF[]', '\u0000'])(
    '[ST-2] MS-27 the frame %j is rejected once and yields nothing',
    (text) => {
      expect(parseFrame(text)).toEqual({ messages: [], rejects: [NOT_JSON] })
    },
  )

  it('[ST-1] MS-27 an empty batch is nothing, and nothing wrong', () => {
    expect(parseFrame(' [ ] ')).toEqual({ messages: [], rejects: [] })
  })

  it('[ST-2] MS-28 of a key that is given twice the last value counts, and is checked', () => {
    expect(parseFrame(withClose('105,"close":"x"')).messages).toEqual([])
    expect(parseFrame(withClose('"x","close":107')).messages).toEqual([aLiveUpdate({ close: 107 })])
    expect(parseFrame(withClose('105,"__proto__":{"close":1}')).messages).toHaveLength(1)
    expect(({} as { close?: unknown }).close).toBeUndefined()
  })
})
