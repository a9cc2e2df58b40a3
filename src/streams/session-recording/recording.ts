import type { StreamMessage } from '#contract/streams.ts'
import type { PollEvent } from '../records/polling.ts'
import type { AnalyticsLink } from '../records/summary.ts'
import type { FeedFrame, FeedName, HistoryResult, LiveLink, StreamCacheKey } from '../ports.ts'
import type { DashboardView } from '../view.ts'

/** A cache entry with the field names of the file format. */
export interface RecordedCacheEntry {
  readonly text: string
  readonly cachedAt: number
  readonly expiresAt: number
}

/** An input of the streams, with the field names of the file format. `at` in unix ms. */
export type RecordingEntry =
  | { readonly at: number; readonly kind: 'start' | 'stop' | 'due' }
  | {
      readonly at: number
      readonly kind: 'cache'
      readonly item: StreamCacheKey
      readonly cached: RecordedCacheEntry | null
    }
  | { readonly at: number; readonly kind: 'frame'; readonly frame: FeedFrame }
  | { readonly at: number; readonly kind: 'link'; readonly link: LiveLink }
  | { readonly at: number; readonly kind: 'analytics'; readonly link: AnalyticsLink }
  | { readonly at: number; readonly kind: 'poll'; readonly feed: FeedName }
  | { readonly at: number; readonly kind: 'view'; readonly view: DashboardView }
  /** `call` is the request and its number: `recent market:…#2`. */
  | { readonly at: number; readonly kind: 'answer'; readonly call: string; readonly answer: unknown }
  /** Data requested by a screen, as it reached the records. */
  | { readonly at: number; readonly kind: 'polled'; readonly polled: PollEvent }
  | { readonly at: number; readonly kind: 'message'; readonly key: string; readonly message: StreamMessage }
  /** A scheduled task ran, a timer or a frame: `timer 1000#4`. */
  | { readonly at: number; readonly kind: 'run'; readonly work: string }

/** Starting point of a replay: empty at the start of a session, later the state on screen. */
export interface Keyframe {
  readonly at: number
  readonly view: DashboardView
  readonly link: LiveLink
  readonly analytics: AnalyticsLink
  /** Number of requests and tasks so far, by name. */
  readonly counts: Readonly<Record<string, number>>
  /** Tasks that were scheduled and had not run. */
  readonly pending: readonly string[]
  /** Cache entries as last written. */
  readonly cached: Readonly<Partial<Record<StreamCacheKey, RecordedCacheEntry>>>
  readonly history: HistoryResult | null
  /** Latest acknowledgement, status and overview of each socket. */
  readonly frames: readonly FeedFrame[]
}

/** Part of a recording that can be replayed on its own. */
export interface Segment {
  readonly keyframe: Keyframe
  readonly entries: readonly RecordingEntry[]
}

/** A segment ends after this many messages or this long; two are retained. */
export const SEGMENT = { messages: 60_000, ms: 5 * 60_000 } as const

/** The inputs of the last five to ten minutes. */
export interface Recording {
  /** Appends an entry. The first of a new segment takes a keyframe. */
  readonly write: (entry: RecordingEntry) => void
  /** Oldest first: one segment, or two consecutive ones. */
  readonly segments: () => readonly Segment[]
}

const sizeOf = (entry: RecordingEntry): number => (entry.kind === 'frame' ? 1 + entry.frame.frame.messages.length : 1)

export function createRecording(keyframe: (at: number) => Keyframe): Recording {
  let older: Segment | undefined
  let current: { keyframe: Keyframe; entries: RecordingEntry[] } | undefined
  let size = 0
  return {
    write(entry) {
      // Signing in starts a new recording, without data of an earlier user.
      const begins = current === undefined || entry.kind === 'start'
      const isFull = current !== undefined && (size >= SEGMENT.messages || entry.at - current.keyframe.at >= SEGMENT.ms)
      if (begins || isFull || current === undefined) {
        older = begins ? undefined : current
        current = { keyframe: keyframe(entry.at), entries: [] }
        size = 0
      }
      current.entries.push(entry)
      size += sizeOf(entry)
    },
    segments: () => [older, current].filter((segment) => segment !== undefined),
  }
}
