import * as z from 'zod/mini'
import { partialCandleSchema } from './candles.ts'
import { marketSchema, provenanceSchema } from './provenance.ts'
import { timestampSchema } from './time.ts'

/**
 * Messages from the server over a socket. One envelope per frame; a client that asked with `batch=1` gets JSON arrays of
 * envelopes. `seq` counts the lossless entries of one stream: last-value entries (a running candle) repeat it, so a client
 * that sees it jump by more than one has missed something. `epoch` changes when the server restarts counting.
 * `connection_id` is only set in messages to one connection.
 */
const envelope = {
  timestamp: timestampSchema,
  trading_pair: z.optional(z.string()),
  timeframe: z.optional(z.string()),
  connection_id: z.optional(z.string()),
  seq: z.optional(z.number()),
  epoch: z.optional(z.string()),
  message_id: z.optional(z.string()),
}

/** First message of a connection, which counts as connected from then on. */
export const connectionAckSchema = z.object({
  ...envelope,
  type: z.literal('ConnectionAck'),
  data: z.object({
    connection_id: z.string(),
    heartbeat_interval_ms: z.optional(z.number()),
    /** The server sends a Heartbeat of its own, without connection id, after this long without another message. */
    idle_heartbeat_ms: z.optional(z.number()),
    market: z.optional(marketSchema),
  }),
})

/** Response to a client's Heartbeat or, without a connection id, a sign of life on an otherwise idle socket. */
export const heartbeatSchema = z.object({ ...envelope, type: z.literal('Heartbeat'), data: z.optional(z.unknown()) })

/** A running or just closed candle. Other servers nest it one level deeper, under `data.data`. */
export const liveUpdateSchema = z.object({
  ...envelope,
  type: z.literal('LiveUpdate'),
  data: z.union([
    z.object({ partial_candle: partialCandleSchema, provenance: z.optional(provenanceSchema) }),
    z.object({ data: z.object({ partial_candle: partialCandleSchema, provenance: z.optional(provenanceSchema) }) }),
  ]),
})

/**
 * Last price and 24-hour statistics of each pair; where less than 24 hours is known, those of what is. Prices are in the quote
 * currency, volumes in the base currency.
 */
export const marketOverviewSchema = z.object({
  ...envelope,
  type: z.literal('MarketOverview'),
  data: z.object({
    pairs: z.array(
      z.object({
        trading_pair: z.string(),
        last: z.number(),
        /** How much the statistics cover: 86,400, or less where less is known. */
        covered_seconds: z.number(),
        /** The price when they begin. */
        open_24h: z.number(),
        /** From `open_24h` to `last`; null where less than 24 hours is known. */
        change_24h_pct: z.nullable(z.number()),
        high_24h: z.number(),
        low_24h: z.number(),
        volume_24h: z.number(),
      }),
    ),
  }),
})

export const SYSTEM_STATES = ['running', 'degraded', 'maintenance', 'draining'] as const

/** State of the server and its market, and the length and last id of each stream. */
export const systemStatusSchema = z.object({
  ...envelope,
  type: z.literal('SystemStatus'),
  data: z.object({
    status: z.enum(SYSTEM_STATES),
    message: z.optional(z.string()),
    retry_after_ms: z.optional(z.number()),
    market: z.optional(marketSchema),
    streams: z.optional(
      z.record(z.string(), z.object({ length: z.number(), last_message_id: z.nullable(z.string()) })),
    ),
  }),
})

/** An entry of an analysis stream. `data` is wrapped as one of TechnicalIndicator, Analysis, ProcessedCandle, Unknown. */
export const analyticsUpdateSchema = z.object({
  ...envelope,
  type: z.literal('AnalyticsUpdate'),
  data: z.object({
    stream_key: z.optional(z.string()),
    data: z.optional(z.unknown()),
    timestamp: z.optional(timestampSchema),
    message_type: z.optional(z.string()),
    provenance: z.optional(provenanceSchema),
  }),
})

/**
 * The user's own paper account: after connecting, and after each change of it. The newest stands for all before it. `account` is read
 * by those who show it, with `paperAccountSchema`.
 */
export const paperUpdateSchema = z.object({
  ...envelope,
  type: z.literal('PaperUpdate'),
  data: z.object({ account: z.optional(z.unknown()) }),
})

/** One schema per message type; the client's fast validators are generated from these. */
export const SERVER_MESSAGES = {
  ConnectionAck: connectionAckSchema,
  Heartbeat: heartbeatSchema,
  LiveUpdate: liveUpdateSchema,
  MarketOverview: marketOverviewSchema,
  SystemStatus: systemStatusSchema,
  AnalyticsUpdate: analyticsUpdateSchema,
  PaperUpdate: paperUpdateSchema,
} as const

export type ConnectionAck = z.infer<typeof connectionAckSchema>
export type HeartbeatMessage = z.infer<typeof heartbeatSchema>
export type LiveUpdate = z.infer<typeof liveUpdateSchema>
export type MarketOverview = z.infer<typeof marketOverviewSchema>
export type SystemStatus = z.infer<typeof systemStatusSchema>
export type AnalyticsUpdate = z.infer<typeof analyticsUpdateSchema>
export type PaperUpdate = z.infer<typeof paperUpdateSchema>
export type ServerMessage =
  | ConnectionAck
  | HeartbeatMessage
  | LiveUpdate
  | MarketOverview
  | SystemStatus
  | AnalyticsUpdate
  | PaperUpdate
export type ServerMessageType = ServerMessage['type']
