import * as z from 'zod/mini'

export const MARKET_KINDS = ['kraken', 'replay', 'simulated'] as const
export const marketKindSchema = z.enum(MARKET_KINDS)
/** Where prices come from. Fixed for the life of the server process; data of two kinds is never mixed. */
export type MarketKind = z.infer<typeof marketKindSchema>

/**
 * Where a message's figures come from and when each station saw them, in unix milliseconds.
 * `exchange_time` is on the market clock (the recorded one in replay); the others are wall time.
 */
export const provenanceSchema = z.object({
  market: marketKindSchema,
  exchange_time: z.number(),
  received_at: z.number(),
  computed_at: z.optional(z.number()),
  published_at: z.number(),
})
export type Provenance = z.infer<typeof provenanceSchema>

/** What the server says of its market: for the badge, /health and SystemStatus. */
export const marketSchema = z.object({
  kind: marketKindSchema,
  /** Words for the badge: 'Live · Kraken', 'Replay · <file>', 'Simulated'. */
  label: z.string(),
  /** Why the source is not delivering, in words; absent while it is. */
  degraded: z.optional(z.string()),
  /** Market time in unix milliseconds when this was written: every age of market data is measured against it. */
  now: z.number(),
  /** How fast market time runs against wall time: 1 except in replay. */
  speed: z.number().check(z.positive()),
  pairs: z.array(z.string()),
})
export type Market = z.infer<typeof marketSchema>
