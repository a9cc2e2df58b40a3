import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { SERVER_MESSAGES, type ServerMessageType } from '#contract/messages.ts'
import { MESSAGE_VALIDATORS, validatorOf } from '#src/transport/frames-validators.ts'
import { valueOf } from '#test/rig/arbitrary.ts'

const TYPES = Object.keys(SERVER_MESSAGES) as ServerMessageType[]

/** Values as they come out of JSON.parse: what JSON cannot say is not in them. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null')

const withKey = (value: object, key: string, other: unknown) => ({ ...value, [key]: other })

/** The value with one of its leaves, keys or elements changed, removed or added: where validators disagree, if anywhere. */
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

describe('validators derived from the schemas', () => {
  it('[ST-4] there is one for every message type', () => {
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
    // Mutations that never break a message would prove nothing.
    expect(refused).toBeGreaterThan(250)
  })

  it.each([
    [z.number().check(z.positive()), 0],
    [z.number(), JSON.parse('1e999')],
    [z.object({}), []],
    [z.record(z.string(), z.number()), []],
    [z.object({ a: z.string() }), {}],
    [z.object({ a: z.optional(z.string()) }), { a: null }],
    [z.array(z.string()), { length: 0 }],
  ])('[ST-4] refuses as the schema does (%#)', (schema, value) => {
    expect(z.safeParse(schema, value).success).toBe(false)
    expect(validatorOf(schema)(value)).toBe(false)
  })

  it('[ST-5] refuses a record that brings a prototype', () => {
    expect(validatorOf(z.record(z.string(), z.number()))(JSON.parse('{"__proto__":1}'))).toBe(false)
  })

  it('[ST-4] says so when a schema uses what it does not know', () => {
    expect(() => validatorOf(z.date())).toThrow('no fast validator for date')
    expect(() => validatorOf(z.string().check(z.minLength(1)))).toThrow('no fast validator for checks of strings')
    expect(() => validatorOf(z.number().check(z.multipleOf(2)))).toThrow('no fast validator for the checks multiple_of')
  })
})
