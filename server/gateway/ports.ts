import type { Observable } from 'rxjs'
import type { Fault } from '#contract/fault-injection.ts'
import type { Market } from '#contract/provenance.ts'
import type { ServerMessage } from '#contract/messages.ts'
import type { AccessControl, Refusal } from '#server/http/access.ts'
import type { GatewayLimits } from './policy.ts'
import type { Timers } from './timers.ts'

/** A message for everybody on a socket endpoint. */
export interface Publication {
  /** Stream it belongs to: last-value entries of one stream replace each other for slow readers. */
  readonly stream: string
  /** Lossless entries reach every client in order, or the client is closed. Last-value ones may be skipped for a newer one. */
  readonly delivery: 'lossless' | 'latest'
  readonly message: ServerMessage
}

/** Somebody's access ended while sockets may be open: one session's when it is named, else all of the user's. */
export interface AccessEnded {
  readonly sessionId?: string
  readonly userId?: string
  readonly code: number
  readonly reason: string
}

/** What is replayed to a client that says what it holds; `discontinuity` when the gap can no longer be filled. */
export type Replay = readonly ServerMessage[] | 'discontinuity'

/** One socket endpoint of the gateway. */
export interface EndpointDeps {
  readonly path: string
  readonly publications$: Observable<Publication>
  /** Sent to a client right after its ack, so that it does not wait for the next tick. */
  readonly snapshot: () => readonly ServerMessage[]
  /** Length and last id per stream, for the divergence check of SystemStatus. */
  readonly streams: () => Record<string, { length: number; last_message_id: string | null }>
  /** Entries after the given ids, per stream key. Without it every Resume is answered with a discontinuity. */
  readonly resume?: (lastIds: Readonly<Record<string, string>>, epoch: string) => Replay | Promise<Replay>
}

/** Faults that sessions asked for on themselves. */
export interface FaultInjectionPort {
  readonly faultOf: (sessionId: string) => Fault | undefined
  /** Each beginning, with its fault, and each end. */
  readonly changes$: Observable<{ readonly sessionId: string; readonly fault: Fault | undefined }>
}

/** What the gateway has to tell the log. Tokens are never part of it. */
export type GatewayEvent =
  | { readonly kind: 'origin-refused'; readonly path: string; readonly origin: string; readonly address: string }
  | {
      readonly kind: 'socket-refused'
      readonly path: string
      readonly address: string
      readonly code: number
      readonly refusal: Refusal | 'connects' | 'sockets' | 'admission' | 'draining' | 'unavailable' | 'fault-injection'
    }
  | {
      readonly kind: 'client-dropped'
      readonly path: string
      readonly connectionId: string
      readonly userId: string
      readonly cause: DropCause
    }
  | { readonly kind: 'failure'; readonly path: string; readonly during: string; readonly error: unknown }

/** Why the gateway itself ended a connection that was admitted. */
export type DropCause = 'slow-reader' | 'silent' | 'bad-frames' | 'access-ended' | 'token-expired' | 'replaced'

export interface GatewayDeps {
  readonly access: AccessControl
  readonly accessEnded$: Observable<AccessEnded>
  readonly faultInjection?: FaultInjectionPort
  readonly market: () => Market
  readonly allowedOrigins: readonly string[]
  /** Whether clients that can inflate get deflated frames. */
  readonly compress: boolean
  readonly endpoints: readonly EndpointDeps[]
  readonly now: () => number
  readonly random: () => number
  /** Whether a proxy of ours stands before us, whose entry in X-Forwarded-For is to be believed: no by default. */
  readonly trustProxy?: boolean
  readonly report?: (event: GatewayEvent) => void
  /** Read at every decision, so that it may change while running. */
  readonly limits?: Partial<GatewayLimits>
  readonly timers?: Timers
}

export interface GatewayStats {
  /** Connections that were acknowledged and are open. */
  readonly clients: number
  /** Messages written to sockets. */
  readonly sent: number
  /** Last-value entries that slow readers were spared because a newer one came. */
  readonly conflated: number
  /** Connections that the gateway itself ended, by cause. */
  readonly dropped: Readonly<Record<DropCause, number>>
  /** Connections turned away before their ack, foreign origins included. */
  readonly refused: number
  /** Client frames that made no sense or came too fast. */
  readonly badFrames: number
}
