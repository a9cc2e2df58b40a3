import * as z from 'zod/mini'
import { busEventSchema } from './events.ts'

/** A message on the channel: an event, or the number of a ping to itself. */
const messageSchema = z.union([
  z.object({ from: z.string(), event: busEventSchema }),
  z.object({ from: z.string(), ping: z.number() }),
])
export type BusMessage = z.infer<typeof messageSchema>

/** Undefined for what another version of the program may have sent. */
export function parseMessage(text: string): BusMessage | undefined {
  try {
    const result = z.safeParse(messageSchema, JSON.parse(text))
    return result.success ? result.data : undefined
  } catch {
    return undefined
  }
}
