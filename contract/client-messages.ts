import * as z from 'zod/mini'
import { timestampSchema } from './time.ts'
import { INTERVALS, intervalSchema } from './timeframes.ts'

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

/** More pairs than any page shows. */
export const MAX_SELECTED_PAIRS = 64
const pairText = z.string().check(z.maxLength(20))

/**
 * Selects the streams that the client wants: those of `pairs` (of all, if absent), and the candles of one timeframe or several
 * (1m, if absent). The server sends the newest entry of each stream that is newly selected. Streams without a pair are sent to
 * every client. The parameters `pairs` and `timeframe` of the address (separated by commas) select from the start.
 */
export const subscribeSchema = z.object({
  ...sender,
  type: z.literal('Subscribe'),
  pairs: z.optional(z.array(pairText).check(z.maxLength(MAX_SELECTED_PAIRS))),
  timeframe: z.optional(z.union([intervalSchema, z.array(intervalSchema).check(z.maxLength(INTERVALS.length))])),
})

/** Messages from a client over a socket. */
export const clientMessageSchema = z.discriminatedUnion('type', [clientHeartbeatSchema, resumeSchema, subscribeSchema])
export type ClientMessage = z.infer<typeof clientMessageSchema>
