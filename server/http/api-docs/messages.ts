import * as z from 'zod/mini'
import { clientMessageSchema } from '#contract/client-messages.ts'
import { SERVER_MESSAGES } from '#contract/messages.ts'

/** JSON Schema of a message as it is on the wire. */
export const toMessageSchema = (schema: z.ZodMiniType, io: 'input' | 'output') => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { target: 'draft-2020-12', unrepresentable: 'any', io })
  return json
}

/** JSON Schemas of the socket messages, by the names under which the API reference lists them. */
export const messageSchemas = () => ({
  ...Object.fromEntries(
    Object.entries(SERVER_MESSAGES).map(([type, schema]) => [`${type}Message`, toMessageSchema(schema, 'output')]),
  ),
  ClientMessage: toMessageSchema(clientMessageSchema, 'input'),
})
