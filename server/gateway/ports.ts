import type { Observable } from 'rxjs'
import type { Fault } from '#contract/fault-injection.ts'
import type { Market } from '#contract/provenance.ts'
import type { ServerMessage } from '#contract/messages.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import type { AccessControl, Principal, Refusal } from '#server/http/access.ts'
import type { GatewayLimits } from './policy.ts'
import type { Timers } from './timers.ts'

/** A message for all clients of a socket endpoint. */
export interface Publication {
  /** Its stream: for slow readers, queued last-value entries of one stream replace each other. */
  readonly stream: string
  /** Lossless entries reach every client in order, or the client is closed. Last-value ones may be replaced by newer ones. */
  readonly delivery: 'lossless' | 'latest'
  readonly message: ServerMessage
}

/** Access that ended while sockets may be open: of one session if given, else of all sessions of the user. */
export interface AccessEnded {
  readonly sessionId?: string
  readonly userId?: string
  readonly code: number
  readonly reason: string
}

/** A session, or an API token, with open sockets. */
export interface OpenSession {
  readonly sessionId: string
  readonly userId: string
  /** When the oldest of its sockets was opened, unix ms. */
  readonly since: number
}

/** Messages that a resuming client missed; `discontinuity` if the gap can no longer be filled. */
export type Replay = readonly ServerMessage[] | 'discontinuity'

/** Live candles of one timeframe, of all pairs. */
export interface Rollups {
  readonly publications$: Observable<Publication>
  readonly snapshot: () => readonly ServerMessage[]
}

/** One socket endpoint of the gateway. */
export interface EndpointDeps {
  readonly path: string
  readonly publications$: Observable<Publication>
  /** Sent right after the ack, so that a client need not wait for the next publication. */
  readonly snapshot: () => readonly ServerMessage[]
  /** Candles of a longer timeframe than a minute; subscribed to while a client has selected them. */
  readonly rollups?: (timeframe: Timeframe) => Rollups
  /** Length and last id per stream, for the divergence check of SystemStatus. */
  readonly streams: () => Record<string, { length: number; last_message_id: string | null }>
  /** Entries after the given ids, per stream key. Without it every Resume is answered with a discontinuity. */
  readonly resume?: (lastIds: Readonly<Record<string, string>>, epoch: string) => Replay | Promise<Replay>
}

/** Faults that sessions inject into themselves. */
export interface FaultInjectionPort {
  readonly faultOf: (sessionId: string) => Fault | undefined
  /** Emits when a session's fault starts, and with `undefined` when it ends. */
  readonly changes$: Observable<{ readonly sessionId: string; readonly fault: Fault | undefined }>
}

/** Events for the log; they never contain tokens. */
export type GatewayEvent =
  | { readonly kind: 'origin-refused'; readonly path: string; readonly origin: string; readonly address: string }
  | {
      readonly kind: 'socket-refused'
      readonly path: string
      readonly address: string
      readonly code: number
      readonly refusal: Refusal | 'connects' | 'sockets' | 'overload' | 'draining' | 'unavailable' | 'fault-injection'
    }
  | {
      readonly kind: 'client-dropped'
      readonly path: string
      readonly connectionId: string
      readonly userId: string
      readonly cause: DropCause
    }
  | { readonly kind: 'failure'; readonly path: string; readonly during: string; readonly error: unknown }

/** Why the gateway ended an accepted connection. */
export type DropCause =
  | 'slow-reader'
  | 'silent'
  | 'bad-frames'
  | 'access-ended'
  | 'token-expired'
  | 'replaced'
  | 'moved'

/** Messages that only one user gets, on all their sockets of a path: each is the newest state, which stands for those before it. */
export interface PrivateFeed {
  readonly path: string
  readonly stream: string
  /** Whether a principal may read it. */
  readonly isReadBy: (principal: Principal) => boolean
  /** Users whose message has changed; `all` when that of anybody may have. */
  readonly changes$: Observable<readonly string[] | 'all'>
  /** The messages of users, of those who have one. */
  readonly load: (userIds: readonly string[]) => Promise<ReadonlyMap<string, ServerMessage>>
}

export interface GatewayDeps {
  readonly access: AccessControl
  readonly accessEnded$: Observable<AccessEnded>
  readonly faultInjection?: FaultInjectionPort
  readonly market: () => Market
  readonly allowedOrigins: readonly string[]
  /** Whether to negotiate permessage-deflate. */
  readonly compress: boolean
  /** Whether sockets are refused with 503 before the upgrade, as another gateway can serve them and this one cannot. */
  readonly isAside?: () => boolean
  readonly endpoints: readonly EndpointDeps[]
  readonly privateFeed?: PrivateFeed
  readonly now: () => number
  readonly random: () => number
  /** Whether to trust a reverse proxy's entry in X-Forwarded-For; false by default. */
  readonly trustProxy?: boolean
  readonly report?: (event: GatewayEvent) => void
  /** Read at every decision, so that it can change at run time. */
  readonly limits?: Partial<GatewayLimits>
  readonly timers?: Timers
}

export interface GatewayStats {
  /** Open, acknowledged connections. */
  readonly clients: number
  /** Messages that wait until their client has read earlier ones. */
  readonly waiting: number
  /** Messages written to sockets. */
  readonly sent: number
  /** Queued last-value entries replaced by newer ones. */
  readonly conflated: number
  /** Connections ended by the gateway, by cause. */
  readonly dropped: Readonly<Record<DropCause, number>>
  /** Connections refused before their ack, including those of foreign origins. */
  readonly refused: number
  /** Client frames that were invalid or over the rate limit. */
  readonly badFrames: number
}
