import * as z from 'zod/mini'
import { timestampSchema } from './time.ts'

const sender = { timestamp: timestampSchema, connection_id: z.string().check(z.maxLength(64)) }

/** Sent every heartbeat interval; the server responds to each. */
export const clientHeartbeatSchema = z.object({ ...sender, type: z.literal('Heartbeat') })

/** Sent after an ack to replay missed entries: the client's last message id by stream key. */
export const resumeSchema = z.object({
  ...sender,
  type: z.literal('Resume'),
  epoch: z.string(),
  last_ids: z.record(z.string(), z.string()),
})

/** Messages from a client over a socket. */
export const clientMessageSchema = z.discriminatedUnion('type', [clientHeartbeatSchema, resumeSchema])
export type ClientMessage = z.infer<typeof clientMessageSchema>
