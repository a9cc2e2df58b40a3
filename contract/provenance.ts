import * as z from 'zod/mini'

export const MARKET_KINDS = ['kraken', 'replay', 'simulated'] as const
export const marketKindSchema = z.enum(MARKET_KINDS)
/** Source of the prices. Fixed for the life of the server process; data of two kinds is never mixed. */
export type MarketKind = z.infer<typeof marketKindSchema>

/**
 * The source of a message's values and the time of each processing step, in unix milliseconds.
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

/** The server's market, for the badge, /health and SystemStatus. */
export const marketSchema = z.object({
  kind: marketKindSchema,
  /** Text of the badge: 'Live · Kraken', 'Replay · <file>', 'Simulated'. */
  label: z.string(),
  /** Why the source is not delivering; absent while it is. */
  degraded: z.optional(z.string()),
  /** Market time of this message, unix milliseconds; ages of market data are measured against it. */
  now: z.number(),
  /** Speed of market time relative to wall time: 1 except in replay. */
  speed: z.number().check(z.positive()),
  /** The pairs that it has, in the order of the server's setting; empty where they are not known. */
  pairs: z.array(z.string()),
})
export type Market = z.infer<typeof marketSchema>
