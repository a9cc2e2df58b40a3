import * as z from 'zod/mini'
import { FAULT_INJECTION } from './limits.ts'

/**
 * A drill: a fault that an administrator has the server make, for the own session alone and for a short time, to see that
 * the client comes through it. Paths: `ADMIN.drill`, by POST to start, GET to look, DELETE to stop.
 *
 * - `cut-socket`: open sockets are cut without a closing handshake (1006), and so is every new one before its ack.
 * - `delay-feed`: what is published comes `delay_ms` late, in order. Acks and answers to heartbeats do not wait.
 * - `broken-json`: what is published comes as text that is no JSON.
 * - `stop-stream`: entries of one stream do not come. Everything else does, also what HTTP says of the stream.
 * - `answer-401`: data calls with the access token that asked for the drill are answered 401, so that a renewed token
 *   cures it; with `renewed` every token of the session is refused, which ends it on the screen.
 * - `answer-503`: data calls are answered 503.
 *
 * Data calls are those below the market-data, stream-proxy and strategy bases: signing in and the drill itself go on.
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

/** Whole seconds that it lasts. */
const seconds = z.number().check(z.int(), z.gte(1), z.lte(FAULT_INJECTION.maxS))
/** Which socket; both when absent. */
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
  /** `stream`: its key, `tdp:kraken:BTCUSD:analysis:divergence`. Candles on the market-data socket have one too. */
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
/** Body of the POST. */
export type FaultInput = z.input<typeof faultSchema>
/** What was asked for, as the server reads it. */
export type Fault = z.output<typeof faultSchema>

/** A drill that runs. Times are ISO 8601; it ends by itself at `ends_at`, and with its session. */
export const faultInjectionSchema = z.object({
  id: z.string(),
  fault: faultSchema,
  started_at: z.string(),
  ends_at: z.string(),
})
export type FaultInjection = z.infer<typeof faultInjectionSchema>

/** Reply of POST (201; 409 while one runs). */
export const faultInjectionResponseSchema = z.object({ drill: faultInjectionSchema })
/** Reply of GET, and of DELETE (the drill that was stopped); null when none runs. */
export const currentFaultInjectionSchema = z.object({ drill: z.nullable(faultInjectionSchema) })
