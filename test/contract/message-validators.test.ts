import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { SERVER_MESSAGES, type ServerMessageType } from '#contract/messages.ts'
import { MESSAGE_VALIDATORS } from '#contract/generated/message-validators.ts'
import { valueOf } from '#test/support/data/arbitrary.ts'
import { aLiveUpdate, aMarket, anAck, T0 } from '#test/support/data/messages.ts'
import { validatorsSource } from '../../scripts/validators/source.ts'

const TYPES = Object.keys(SERVER_MESSAGES) as ServerMessageType[]

/** Values as parsed by JSON.parse, without what JSON cannot express. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null')

const withKey = (value: object, key: string, other: unknown) => ({ ...value, [key]: other })

/** The value with one leaf, key or element changed, removed or added: where validators are most likely to disagree. */
function mutated(value: unknown): fc.Arbitrary<unknown> {
  const strange = fc.oneof(
    fc.constantFrom(null, 0, -1, 1e308, '', 'BTCUSD', true, [], {}, [null], -0.5),
    fc.jsonValue(),
  )
  if (Array.isArray(value) && value.length > 0) {
    return fc.nat(value.length - 1).chain((index) =>
      fc.oneof(
        strange,
        mutated(value[index]).map((element) => value.with(index, element)),
      ),
    )
  }
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    return fc.constantFrom(...Object.entries(value)).chain(([key, held]) =>
      fc.oneof(
        { weight: 1, arbitrary: strange.map((other) => withKey(value, key, other)) },
        {
          weight: 1,
          arbitrary: fc.constant(Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))),
        },
        { weight: 4, arbitrary: mutated(held).map((other) => withKey(value, key, other)) },
      ),
    )
  }
  return strange
}

describe('validators written from the schemas', () => {
  it('[ST-4] exist for every message type', () => {
    expect([...MESSAGE_VALIDATORS.keys()]).toEqual(TYPES)
  })

  it.each(TYPES)('[ST-4] %s: accepts what its schema generates', (type) => {
    fc.assert(
      fc.property(valueOf(SERVER_MESSAGES[type]), (value) => {
        const message = asJson(value)
        expect(z.safeParse(SERVER_MESSAGES[type], message).success).toBe(true)
        expect(MESSAGE_VALIDATORS.get(type)?.(message)).toBe(true)
      }),
      { numRuns: 300, seed: 3 },
    )
  })

  it.each(TYPES)('[ST-4] %s: agrees with its schema on mutated messages', (type) => {
    let refused = 0
    fc.assert(
      fc.property(
        valueOf(SERVER_MESSAGES[type]).chain((value) => mutated(asJson(value))),
        (value) => {
          const message = asJson(value)
          const expected = z.safeParse(SERVER_MESSAGES[type], message).success
          if (!expected) refused += 1
          expect(MESSAGE_VALIDATORS.get(type)?.(message)).toBe(expected)
        },
      ),
      { numRuns: 1_500, seed: 4 },
    )
    // Mutations that never invalidate a message would prove nothing.
    expect(refused).toBeGreaterThan(250)
  })

  const live = aLiveUpdate()
  const ack = anAck()
  const status = { type: 'SystemStatus', timestamp: T0, data: { status: 'running' } }
  const streams = (text: string) => JSON.parse(`{"streams":${text}}`) as object
  it.each<[object, object]>([
    [live, aLiveUpdate({ close: 0 })],
    [live, { ...live, timestamp: JSON.parse('1e999') }],
    [live, { ...live, data: { partial_candle: [] } }],
    [live, { ...live, data: [live.data] }],
    [live, { ...live, seq: null }],
    [
      { ...live, data: { data: live.data } },
      { ...live, data: { data: {} } },
    ],
    [ack, { ...ack, data: { ...ack.data, market: { ...aMarket(), pairs: { length: 0 } } } }],
    [ack, { ...ack, data: {} }],
    [status, { ...status, data: { ...status.data, ...streams('[]') } }],
    [status, { ...status, data: { ...status.data, ...streams('{"a":{"length":"1","last_message_id":null}}') } }],
  ])('[ST-4] accepts the one and rejects the other (%#)', (good, bad) => {
    const type = 'type' in good ? good.type : undefined
    expect(MESSAGE_VALIDATORS.get(type)?.(good)).toBe(true)
    expect(MESSAGE_VALIDATORS.get(type)?.(bad)).toBe(false)
  })

  it('[ST-5] rejects a record with a prototype key', () => {
    const accepts = (text: string) =>
      MESSAGE_VALIDATORS.get('SystemStatus')?.({ ...status, data: { ...status.data, ...streams(text) } })
    expect(accepts('{"a":{"length":1,"last_message_id":null}}')).toBe(true)
    expect(accepts('{"__proto__":{"length":1,"last_message_id":null}}')).toBe(false)
  })

  it('[ST-4] match the schemas: `npm run validators` was run', () => {
    const tokens = (text: string) => text.replaceAll(/[\s(),]/g, '')
    const written = readFileSync('contract/generated/message-validators.ts', 'utf8')
    expect(tokens(written)).toBe(tokens(validatorsSource(SERVER_MESSAGES)))
  })

  it('[ST-4] throws for unsupported schema features', () => {
    const source = (schema: z.ZodMiniType) => () => validatorsSource({ Message: z.object({ field: schema }) })
    expect(source(z.date())).toThrow('no validator for date')
    expect(source(z.string().check(z.minLength(1)))).toThrow('no validator for string')
    expect(source(z.number().check(z.multipleOf(2)))).toThrow('no validator for the checks multiple_of')
    expect(source(z.literal(1))).toThrow('no validator for the literal 1')
    expect(source(z.record(z.enum(['a']), z.string()))).toThrow('no validator for record')
  })
})
