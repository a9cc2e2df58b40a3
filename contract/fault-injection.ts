import * as z from 'zod/mini'
import { FAULT_INJECTION } from './limits.ts'

/**
 * Fault injection: an administrator has the server inject a fault into the own session only, for a short time, to see
 * that the client recovers from it.
 *
 * - `cut-socket`: open sockets are cut without a closing handshake (1006), and so is every new one before its ack.
 * - `delay-feed`: published messages arrive `delay_ms` late, in order. Acks and heartbeat responses are not delayed.
 * - `broken-json`: published messages are not valid JSON.
 * - `stop-stream`: the entries of one stream are withheld from the sockets, but not from HTTP.
 * - `answer-401`: data calls with the access token that started the fault are answered 401, so that renewing the token
 *   helps; with `renewed` every token of the session is refused, which signs the user out.
 * - `answer-503`: data calls are answered 503.
 *
 * Data calls are those below the market-data, stream-proxy and strategy bases; sign-in and fault injection itself are
 * not affected.
 */
export const FAULT_KINDS = [
  'cut-socket',
  'delay-feed',
  'broken-json',
  'stop-stream',
  'answer-401',
  'answer-503',
] as const
export const faultKindSchema = z.enum(FAULT_KINDS)
export type FaultKind = z.infer<typeof faultKindSchema>

/** Duration in whole seconds. */
const seconds = z.number().check(z.int(), z.gte(1), z.lte(FAULT_INJECTION.maxS))
/** Affected socket; both if absent. */
const socket = z.optional(z.enum(['tdp', 'analytics']))
const delay = z.number().check(z.int(), z.gte(FAULT_INJECTION.minDelayMs), z.lte(FAULT_INJECTION.maxDelayMs))

export const faultSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('cut-socket'), seconds, socket }),
  z.strictObject({
    kind: z.literal('delay-feed'),
    seconds,
    socket,
    delay_ms: z._default(delay, FAULT_INJECTION.defaultDelayMs),
  }),
  z.strictObject({ kind: z.literal('broken-json'), seconds, socket }),
  /**
   * `stream`: a stream key such as `tdp:kraken:BTCUSD:analysis:divergence`. Candles on the market-data socket have one
   * too.
   */
  z.strictObject({
    kind: z.literal('stop-stream'),
    seconds,
    stream: z
      .string()
      .check(z.maxLength(FAULT_INJECTION.maxStreamKey), z.regex(/^[^:]+(:[^:]+){4}$/, 'must be the key of a stream')),
  }),
  z.strictObject({ kind: z.literal('answer-401'), seconds, renewed: z.optional(z.boolean()) }),
  z.strictObject({ kind: z.literal('answer-503'), seconds }),
])
/** Body of POST. */
export type FaultInput = z.input<typeof faultSchema>
/** The fault as parsed by the server. */
export type Fault = z.output<typeof faultSchema>

/** An active fault. Times are ISO 8601; it ends at `ends_at` or with its session. */
export const faultInjectionSchema = z.object({
  id: z.string(),
  fault: faultSchema,
  started_at: z.string(),
  ends_at: z.string(),
})
export type FaultInjection = z.infer<typeof faultInjectionSchema>

/** Response of POST (201; 409 while a fault is active). */
export const faultInjectionResponseSchema = z.object({ injection: faultInjectionSchema })
/** Response of GET, and of DELETE (the stopped fault); null if none is active. */
export const currentFaultInjectionSchema = z.object({ injection: z.nullable(faultInjectionSchema) })
