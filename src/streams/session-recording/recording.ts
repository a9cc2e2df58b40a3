import type { StreamMessage } from '#contract/streams.ts'
import type { PollEvent } from '../records/polling.ts'
import type { AnalyticsLink } from '../records/summary.ts'
import type { StreamCacheKey } from '../cache-entry.ts'
import type { FeedFrame, FeedName, HistoryResult, LiveLink } from '../ports.ts'

/** A cache entry under the field names of the saved file. */
export interface RecordedCacheEntry {
  readonly text: string
  readonly keptAt: number
  readonly expiresAt: number
}

/** Something that reached the streams from outside. `at` in unix ms. */
export type RecordingEntry =
  | { readonly at: number; readonly kind: 'start' | 'stop' | 'due' }
  | {
      readonly at: number
      readonly kind: 'cache'
      readonly item: StreamCacheKey
      readonly kept: RecordedCacheEntry | null
    }
  | { readonly at: number; readonly kind: 'frame'; readonly frame: FeedFrame }
  | { readonly at: number; readonly kind: 'link'; readonly link: LiveLink }
  | { readonly at: number; readonly kind: 'analytics'; readonly link: AnalyticsLink }
  | { readonly at: number; readonly kind: 'poll'; readonly feed: FeedName }
  /** `call` names the question and its number: `recent market:…#2`. */
  | { readonly at: number; readonly kind: 'answer'; readonly call: string; readonly answer: unknown }
  /** What somebody asked for beside the polls, as it reached the records. */
  | { readonly at: number; readonly kind: 'polled'; readonly polled: PollEvent }
  | { readonly at: number; readonly kind: 'message'; readonly key: string; readonly message: StreamMessage }
  /** A timer or a painted frame that was waited for has come: `timer 1000#4`. */
  | { readonly at: number; readonly kind: 'run'; readonly work: string }

/** From where a tape can be played. At the beginning of a session it is empty; later it holds what was on screen. */
export interface Keyframe {
  readonly at: number
  readonly link: LiveLink
  readonly analytics: AnalyticsLink
  /** Numbers of questions and works so far, by name. */
  readonly counts: Readonly<Record<string, number>>
  /** Works that were waited for. */
  readonly pending: readonly string[]
  /** What was kept for a later visit, as it was held then. */
  readonly kept: Readonly<Partial<Record<StreamCacheKey, RecordedCacheEntry>>>
  readonly history: HistoryResult | null
  /** The newest greeting, status and overview of each socket. */
  readonly frames: readonly FeedFrame[]
}

/** Part of a flight that can be played by itself. */
export interface Segment {
  readonly keyframe: Keyframe
  readonly entries: readonly RecordingEntry[]
}

/** A segment is closed after so many messages or so long; two are kept. */
export const SEGMENT = { messages: 60_000, ms: 5 * 60_000 } as const

/** What came from outside, the last five to ten minutes of it. */
export interface Recording {
  /** Writes an entry. The first of a new segment asks for a keyframe. */
  readonly write: (entry: RecordingEntry) => void
  /** Oldest first: one segment, or two that follow each other. */
  readonly segments: () => readonly Segment[]
}

const sizeOf = (entry: RecordingEntry): number => (entry.kind === 'frame' ? 1 + entry.frame.frame.messages.length : 1)

export function createRecording(keyframe: (at: number) => Keyframe): Recording {
  let older: Segment | undefined
  let current: { keyframe: Keyframe; entries: RecordingEntry[] } | undefined
  let size = 0
  return {
    write(entry) {
      // Signing in begins a tape of its own: nothing of an earlier user is in it.
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
