import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { clientMessageSchema } from '#contract/client-messages.ts'
import { SERVER_MESSAGES } from '#contract/messages.ts'
import { PAYLOADS } from '#contract/payloads/meanings.ts'
import { asyncApi } from '#server/http/api-docs/async-api.ts'

const referenceSchema = z.object({ $ref: z.string() })
const documentSchema = z.object({
  asyncapi: z.literal('3.0.0'),
  channels: z.record(z.string(), z.object({ address: z.string(), messages: z.record(z.string(), referenceSchema) })),
  operations: z.record(
    z.string(),
    z.object({ action: z.string(), channel: referenceSchema, messages: z.array(referenceSchema) }),
  ),
  components: z.object({
    schemas: z.record(z.string(), z.object({ properties: z.record(z.string(), z.record(z.string(), z.unknown())) })),
    messages: z.record(
      z.string(),
      z.object({
        summary: z.string(),
        payload: z.record(z.string(), z.unknown()),
        examples: z.array(z.object({ payload: z.unknown() })),
      }),
    ),
  }),
})

const document = documentSchema.parse(asyncApi())
const { channels, operations, components } = document

/** What a reference within the document points at. */
const resolve = (reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, name) => z.record(z.string(), z.unknown()).parse(value)[name], document)

/** The example of a message that a channel refers to. */
const exampleAt = (reference: string): unknown => {
  const { $ref } = referenceSchema.parse(resolve(reference))
  return components.messages[$ref.split('/').at(-1) ?? '']?.examples[0]?.payload
}

it('[HT-66] describes both sockets, and every reference leads somewhere', () => {
  expect(Object.values(channels).map(({ address }) => address)).toEqual(['/ws/tdp', '/ws/analytics'])
  const references = [
    ...Object.values(channels).flatMap(({ messages }) => Object.values(messages)),
    ...Object.values(operations).flatMap(({ channel, messages }) => [channel, ...messages]),
  ]
  for (const { $ref } of references) expect([$ref, resolve($ref) === undefined]).toEqual([$ref, false])
})

it('[HT-66] has every message of the server and of the client, with an example that fits', () => {
  const { ClientHeartbeat, Resume, Subscribe, ...server } = components.messages
  expect(Object.keys(server).toSorted()).toEqual(Object.keys(SERVER_MESSAGES).toSorted())
  for (const [type, schema] of Object.entries(SERVER_MESSAGES)) {
    const message = server[type]
    expect([type, message?.payload['type'], (message?.summary.length ?? 0) > 10]).toEqual([type, 'object', true])
    expect([type, z.safeParse(schema, message?.examples[0]?.payload).error?.issues]).toEqual([type, undefined])
  }
  for (const message of [ClientHeartbeat, Resume, Subscribe])
    expect(z.safeParse(clientMessageSchema, message?.examples[0]?.payload).error?.issues).toBeUndefined()
})

it('[HT-66] receives every message of the client on both sockets', () => {
  const received = Object.values(operations).filter(({ action }) => action === 'receive')
  expect(received).toHaveLength(2)
  for (const { messages } of received) {
    const types = messages.map(({ $ref }) => z.object({ type: z.string() }).parse(exampleAt($ref)).type)
    expect(types.toSorted()).toEqual(
      clientMessageSchema.def.options.flatMap(({ shape }) => shape.type.def.values).toSorted(),
    )
  }
})

it('[HT-66] sends every message of the server on a socket', () => {
  const sent = Object.values(operations)
    .filter(({ action }) => action === 'send')
    .flatMap(({ messages }) => messages.map(({ $ref }) => $ref.split('/').at(-1)))
  expect(new Set(sent)).toEqual(new Set(Object.keys(SERVER_MESSAGES)))
})

it('[HT-66] has the schema of every payload, with the meanings of its fields', () => {
  expect(Object.keys(components.schemas).toSorted()).toEqual(Object.keys(PAYLOADS).toSorted())
  expect(components.schemas['support_resistance']?.properties['total_levels']).toMatchObject({
    type: 'number',
    description: 'The levels on both sides',
    'x-unit': 'count',
  })
})
