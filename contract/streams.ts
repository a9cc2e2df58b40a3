import * as z from 'zod/mini'
import { provenanceSchema } from './provenance.ts'
import { timestampSchema } from './time.ts'

/** Kind of a stream entry; its payload is nested under this name: `{"Analysis": {…}}`. */
export const WRAPPERS = ['TechnicalIndicator', 'Analysis', 'ProcessedCandle', 'Unknown'] as const
export type Wrapper = (typeof WRAPPERS)[number]

const payloadSchema = z.record(z.string(), z.unknown())
export type StreamPayload = z.infer<typeof payloadSchema>

export const wrappedPayloadSchema = z.union([
  z.object({ TechnicalIndicator: payloadSchema }),
  z.object({ Analysis: payloadSchema }),
  z.object({ ProcessedCandle: payloadSchema }),
  z.object({ Unknown: payloadSchema }),
])
export type WrappedPayload = z.infer<typeof wrappedPayloadSchema>

/** Wrapper of a stream category. */
export function wrapperOf(category: string): Wrapper {
  if (category === 'technical_indicators') return 'TechnicalIndicator'
  if (category === 'processed_candles') return 'ProcessedCandle'
  return category === 'analysis' ? 'Analysis' : 'Unknown'
}

/** The payload under its wrapper's name. */
export function wrap(wrapper: Wrapper, payload: StreamPayload): WrappedPayload {
  switch (wrapper) {
    case 'TechnicalIndicator':
      return { TechnicalIndicator: payload }
    case 'Analysis':
      return { Analysis: payload }
    case 'ProcessedCandle':
      return { ProcessedCandle: payload }
    case 'Unknown':
      return { Unknown: payload }
  }
}

/** The payload without its wrapper. */
export function unwrap(wrapped: WrappedPayload): StreamPayload {
  if ('TechnicalIndicator' in wrapped) return wrapped.TechnicalIndicator
  if ('Analysis' in wrapped) return wrapped.Analysis
  return 'ProcessedCandle' in wrapped ? wrapped.ProcessedCandle : wrapped.Unknown
}

/**
 * One entry of a stream. `message_id` is `ms-n`, strictly growing; `seq` counts the entries of the stream without gaps, from 1
 * on (those recomputed from before a restart have 0 and below);
 * `epoch` changes when the log restarts counting. Backends without the last two work without gap detection.
 */
export const streamMessageSchema = z.object({
  message_id: z.string(),
  data: wrappedPayloadSchema,
  timestamp: timestampSchema,
  seq: z.optional(z.number()),
  epoch: z.optional(z.string()),
  provenance: z.optional(provenanceSchema),
})
export type StreamMessage = z.infer<typeof streamMessageSchema>

export const streamMetadataSchema = z.object({
  length: z.number(),
  last_generated_id: z.nullable(z.string()),
  timestamp: z.nullable(timestampSchema),
})
export type StreamMetadata = z.infer<typeof streamMetadataSchema>

export const streamListResponseSchema = z.object({ streams: z.array(z.string()) })
export const latestResponseSchema = z.object({ latest_message: z.nullable(streamMessageSchema) })
/** Newest first. */
export const recentResponseSchema = z.object({ messages: z.array(streamMessageSchema) })

/** Valid stream data contains at least one of these fields. */
export const RECOGNISED_FIELDS = [
  'dominant_trend',
  'trend_direction',
  'strength',
  'confidence',
  'timeframe',
  'patterns',
  'divergences',
  'market_structure',
  'cross_timeframe_analysis',
  'divergence_type',
  'indicator',
  'expected_move',
  'overall_bias',
  'bias',
  'rsi',
  'rsi_14',
  'ema_9',
  'ema_21',
  'ema_100',
  'macd_line',
  'signal_line',
  'histogram',
  'upper',
  'middle',
  'lower',
  'atr',
  'atr_14',
  'volume',
  'timestamp',
  'trading_pair',
] as const
