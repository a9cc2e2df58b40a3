import type { Observable } from 'rxjs'
import * as z from 'zod/mini'
import { SESSION_END_REASONS } from '#contract/auth.ts'
import { faultInjectionSchema } from '#contract/fault-injection.ts'

/**
 * What one process notifies the others of. The database already holds each change, except for injected faults: an event only says
 * where to look.
 */
export const busEventSchema = z.discriminatedUnion('kind', [
  /** A session ended, or an API token was revoked: its sockets must be closed. */
  z.object({
    kind: z.literal('session-ended'),
    sessionId: z.uuid(),
    userId: z.uuid(),
    reason: z.enum(SESSION_END_REASONS),
  }),
  /** The access tokens of a session were replaced: its sockets must be closed. */
  z.object({ kind: z.literal('tokens-renewed'), sessionId: z.uuid() }),
  /** A strategy was created, changed or deleted. */
  z.object({ kind: z.literal('strategy-changed'), strategyId: z.uuid() }),
  /** The paper accounts of these users have changed. */
  z.object({ kind: z.literal('paper-changed'), userIds: z.array(z.uuid()) }),
  /** Models were activated, deactivated or deleted. */
  z.object({ kind: z.literal('models-changed') }),
  /** A session injected a fault into itself. `tokenHash` stands for the access token that did. */
  z.object({
    kind: z.literal('fault-started'),
    sessionId: z.uuid(),
    tokenHash: z.string(),
    injection: faultInjectionSchema,
  }),
  z.object({ kind: z.literal('fault-stopped'), sessionId: z.uuid(), id: z.string() }),
  /** A gateway tells the others how many sockets it has, and whether it reaches all that its clients need. */
  z.object({
    kind: z.literal('gateway-state'),
    gatewayId: z.uuid(),
    sockets: z.int().check(z.nonnegative()),
    isAble: z.boolean(),
  }),
])
export type BusEvent = z.infer<typeof busEventSchema>

/** State of the bus, as /health reports it. */
export interface BusState {
  /** `none`: there are no other processes. */
  readonly status: 'none' | 'connected' | 'disconnected'
  /** Time from sending to receiving an event, in ms; null before the first is measured. */
  readonly latencyMs: number | null
  /** Number of times the connection was established again. */
  readonly reconnects: number
}

/**
 * Carries events between the processes that share a database. An event can be lost, so the parts that depend on one also look for
 * what it says: on `connected$`, and from time to time.
 */
export interface Bus {
  /** Whether there may be other processes. */
  readonly isShared: boolean
  /** Sends an event to the other processes. Never throws: while there is no connection, the newest events wait for it. */
  publish(event: BusEvent): void
  /** Events of other processes, in the order in which each published them. */
  readonly events$: Observable<BusEvent>
  /** Emits on each connection: events may have been missed before. */
  readonly connected$: Observable<void>
  state(): BusState
  close(): Promise<void>
}
