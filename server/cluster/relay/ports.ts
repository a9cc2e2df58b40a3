import type { Observable } from 'rxjs'
import * as z from 'zod/mini'
import type { AnalyticsUpdate, LiveUpdate, MarketOverview } from '#contract/messages.ts'
import { pairSchema } from '#contract/pairs.ts'
import { marketKindSchema, marketSchema } from '#contract/provenance.ts'
import { proxyAnalyticsSchema } from '#contract/proxy.ts'

/**
 * What is relayed. `closed`: a closed candle, which reaches every gateway. `newest`: replaced by the next of its stream, and stored for
 * gateways that start later. `passing`: the same, but not stored.
 */
export const RELAY_KINDS = ['closed', 'newest', 'passing'] as const
export type RelayKind = (typeof RELAY_KINDS)[number]

/** Stream of the leader's description. */
export const LEADER_STREAM = 'leader'

/** What a leader runs, or leaves to those that follow. A later one with one of its pairs, or another market, replaces it. */
export const leaderScopeSchema = z.object({ market: marketKindSchema, pairs: z.array(pairSchema) })
export type LeaderScope = z.infer<typeof leaderScopeSchema>

/** A leader's market and analysis. Published every second, so that gateways see that it is there. */
export const leaderSchema = z.object({
  /** The market, as of `at`. */
  market: marketSchema,
  /** Wall time, unix milliseconds. */
  at: z.number(),
  analysis: proxyAnalyticsSchema.shape.health,
  /** Length and last id of each stream of one-minute candles. */
  streams: z.record(z.string(), z.object({ length: z.number(), last_message_id: z.nullable(z.string()) })),
})
export type LeaderDescription = z.infer<typeof leaderSchema>

/** A message on its way from the leader to the gateways. */
export interface RelayedMessage {
  readonly stream: string
  readonly kind: RelayKind
  readonly message: LiveUpdate | MarketOverview | AnalyticsUpdate | LeaderDescription
}

/** A relayed message as a gateway receives it. */
export interface RelayRow {
  readonly stream: string
  readonly kind: RelayKind
  readonly text: string
}

/** A leader whose messages are in Redis, with the newest of every stream. */
export interface RelayedLeader {
  readonly epoch: string
  readonly scope: LeaderScope
  readonly newest: ReadonlyMap<string, string>
}

export type RelayEvent =
  | { readonly kind: 'row'; readonly epoch: string; readonly row: RelayRow }
  /** A leader has replaced those whose pairs it has, and those of another market; what it does not run of them has no leader yet. */
  | { readonly kind: 'began'; readonly epoch: string; readonly scope: LeaderScope }
  /** All leaders that there are, to start over from: at the start, and after a gap. */
  | { readonly kind: 'newest'; readonly leaders: readonly RelayedLeader[] }

/** Follows what the leaders publish, over all losses of the connection. */
export interface RelayReader {
  readonly events$: Observable<RelayEvent>
  /** Resolves when Redis has answered; rejects with one line for the operator if it never will. */
  readonly whenReady: Promise<void>
  /** Why nothing can be read; undefined while it can. */
  problem(): string | undefined
  losses(): number
  close(): Promise<void>
}
