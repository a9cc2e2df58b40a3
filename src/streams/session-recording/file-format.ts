import * as z from 'zod/mini'
import { SERVER_MESSAGES } from '#contract/messages.ts'
import { pairSchema } from '#contract/pairs.ts'
import { streamMessageSchema, streamMetadataSchema } from '#contract/streams.ts'
import { timeframeSchema } from '#contract/timeframes.ts'
import { trailSchema, type TrailData } from '#src/lib/inspection/trail.ts'
import { parseJson } from '#src/lib/json.ts'
import { failure, success, type Result } from '#src/lib/result.ts'
import { parseHistoryResult } from './recorded-results.ts'
import type { Keyframe, Segment, RecordingEntry } from './recording.ts'

const at = z.number()
const status = z.enum(['disconnected', 'connecting', 'connected', 'reconnecting', 'error'])
const view = z.object({ pair: pairSchema, timeframe: timeframeSchema })
const feed = z.enum(['tdp', 'analytics'])
const link = z.object({ status, wasConnected: z.boolean(), isUnavailable: z.boolean() })
const analytics = z.object({ status, isFallback: z.boolean() })
const cached = z.object({ text: z.string(), cachedAt: z.number(), expiresAt: z.number() })
const item = z.enum(['stream-data', 'analytics-summary', 'analytics-data', 'chart-data', 'last-update'])
const { ConnectionAck, Heartbeat, LiveUpdate, MarketOverview, SystemStatus, AnalyticsUpdate } = SERVER_MESSAGES
const message = z.discriminatedUnion('type', [
  ConnectionAck,
  Heartbeat,
  LiveUpdate,
  MarketOverview,
  SystemStatus,
  AnalyticsUpdate,
])
const reject = z.object({ kind: z.enum(['format', 'oversize', 'type', 'shape']), text: z.string(), count: z.number() })
const frame = z.object({ feed, frame: z.object({ messages: z.array(message), rejects: z.array(reject) }) })

const key = z.string()
const polled = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('metadata'), key, metadata: streamMetadataSchema }),
  z.object({ kind: z.literal('message'), key, message: streamMessageSchema }),
  z.object({ kind: z.literal('failed'), key, error: z.string() }),
  z.object({ kind: z.literal('unlisted'), error: z.string() }),
  z.object({ kind: z.literal('done'), hasAnswered: z.boolean() }),
])

const entry = z.discriminatedUnion('kind', [
  z.object({ at, kind: z.literal('start') }),
  z.object({ at, kind: z.literal('stop') }),
  z.object({ at, kind: z.literal('due') }),
  z.object({ at, kind: z.literal('cache'), item, cached: z.nullable(cached) }),
  z.object({ at, kind: z.literal('frame'), frame }),
  z.object({ at, kind: z.literal('link'), link }),
  z.object({ at, kind: z.literal('analytics'), link: analytics }),
  z.object({ at, kind: z.literal('poll'), feed }),
  z.object({ at, kind: z.literal('view'), view }),
  z.object({ at, kind: z.literal('answer'), call: z.string(), answer: z.unknown() }),
  z.object({ at, kind: z.literal('polled'), polled }),
  z.object({ at, kind: z.literal('message'), key: z.string(), message: streamMessageSchema }),
  z.object({ at, kind: z.literal('run'), work: z.string() }),
])

const keyframe = z.object({
  at,
  view,
  link,
  analytics,
  counts: z.record(z.string(), z.number()),
  pending: z.array(z.string()),
  cached: z.partialRecord(item, cached),
  history: z.nullable(z.unknown()),
  frames: z.array(frame),
})

const FORMAT = 'pairbot-flight'
const VERSION = 2
const file = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  saved_at: z.number(),
  segments: z.array(z.object({ keyframe, entries: z.array(entry) })),
  lookups: z.array(z.object({ path: z.string(), at, value: z.unknown() })),
  machines: trailSchema,
})

/** What a screen looked up: the path and query of a request, when its response came (unix ms), and the response. */
export interface Lookup {
  readonly path: string
  readonly at: number
  readonly value: unknown
}

/** A saved recording: what reached the streams, and what happened to the state machines. */
export interface SavedRecording {
  /** Unix ms. */
  readonly savedAt: number
  readonly segments: readonly [Segment, ...Segment[]]
  /** Oldest first. */
  readonly lookups: readonly Lookup[]
  readonly machines: TrailData
}

/** Result of parsing a file. */
export type ParsedRecording = Result<SavedRecording, 'not a recording' | 'another version' | 'empty' | 'damaged'>

/** Serializes a recording. `redact` is applied to every text in it. */
export function serializeRecording(recording: SavedRecording, redact: (text: string) => string): string {
  const { savedAt, ...recorded } = recording
  const content = { format: FORMAT, version: VERSION, saved_at: savedAt, ...recorded }
  return JSON.stringify(content, (_, value: unknown) => (typeof value === 'string' ? redact(value) : value))
}

const toKeyframe = (read: z.infer<typeof keyframe>): Keyframe => ({
  ...read,
  history: read.history === null ? null : parseHistoryResult(read.history),
})

/** Parses the text of a file. Never throws. */
export function parseRecording(text: string): ParsedRecording {
  const content = parseJson(text)
  const header = z.safeParse(z.object({ format: z.literal(FORMAT), version: z.number() }), content)
  if (!header.success) return failure('not a recording')
  if (header.data.version !== VERSION) return failure('another version')
  const read = z.safeParse(file, content)
  if (!read.success) return failure('damaged')
  const segments = read.data.segments.map((segment): Segment => ({
    keyframe: toKeyframe(segment.keyframe),
    entries: segment.entries satisfies RecordingEntry[],
  }))
  const [first, ...rest] = segments
  if (first === undefined || first.entries.length === 0) return failure('empty')
  const { saved_at: savedAt, lookups, machines } = read.data
  return success({ savedAt, segments: [first, ...rest], lookups, machines })
}
