import type { Observable } from 'rxjs'
import type { Market } from '#contract/provenance.ts'
import type { ServerMessage } from '#contract/messages.ts'
import type { AccessControl } from '#server/http/access.ts'

/** A message for everybody on a socket endpoint. */
export interface Publication {
  /** Stream it belongs to: last-value entries of one stream replace each other for slow readers. */
  readonly stream: string
  /** Lossless entries reach every client in order, or the client is closed. Last-value ones may be skipped for a newer one. */
  readonly delivery: 'lossless' | 'latest'
  readonly message: ServerMessage
}

/** Somebody's access ended while sockets may be open. */
export interface AccessEnded {
  readonly sessionId?: string
  readonly userId?: string
  readonly code: number
  readonly reason: string
}

/** One socket endpoint of the gateway. */
export interface EndpointDeps {
  readonly path: string
  readonly publications$: Observable<Publication>
  /** Sent to a client right after its ack, so that it does not wait for the next tick. */
  readonly snapshot: () => readonly ServerMessage[]
  /** Length and last id per stream, for the divergence check of SystemStatus. */
  readonly streams: () => Record<string, { length: number; last_message_id: string | null }>
}

export interface GatewayDeps {
  readonly access: AccessControl
  readonly accessEnded$: Observable<AccessEnded>
  readonly market: () => Market
  readonly allowedOrigins: readonly string[]
  readonly endpoints: readonly EndpointDeps[]
  readonly now: () => number
  readonly random: () => number
}
