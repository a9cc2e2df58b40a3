import { BehaviorSubject, Observable, of, Subject, type Subscription } from 'rxjs'
import { createStreams, type Streams } from '../index.ts'
import type { CacheEntry, FeedFrame, HistoryResult, StreamPorts } from '../ports.ts'
import type { Result } from '#src/lib/result.ts'
import type { StreamApi } from '../records/api.ts'
import { parseResult, parseHistoryResult } from './recorded-results.ts'
import type { RecordedCacheEntry, Segment, RecordingEntry } from './recording.ts'
import { createCallNames, createReplayTasks } from './tasks.ts'

/** Replays a recording through the streams of the live client. Seeking backwards needs a new replay. */
export interface Replay {
  readonly streams: Streams
  /** Delivers entries up to `position` (exclusive). Resolves when all are delivered. */
  readonly to: (position: number) => Promise<void>
  /** Number of recorded results without a matching request. More than a few mean that the code has changed since. */
  readonly unmatched: () => number
  readonly stop: () => void
}

/** Entries of all segments. They start at the first segment's keyframe. */
export const entriesOf = (segments: readonly Segment[]): readonly RecordingEntry[] =>
  segments.flatMap(({ entries }) => entries)

const toCacheEntry = (recorded: RecordedCacheEntry | null | undefined): CacheEntry | undefined =>
  recorded ? { text: recorded.text, cachedAt: recorded.cachedAt, expiresAt: recorded.expiresAt } : undefined

const MICROTASKS = 8

/** Waits until promise callbacks have run. */
async function settle(): Promise<void> {
  for (let index = 0; index < MICROTASKS; index += 1) await Promise.resolve()
}

/** Creates a replay from the keyframe of the first segment; later keyframes are not used. `create` may watch the streams. */
export function createReplay(
  segments: readonly [Segment, ...Segment[]],
  create: (ports: StreamPorts) => Streams = createStreams,
): Replay {
  const [{ keyframe }] = segments
  const entries = entriesOf(segments)
  const isMidway = entries[0]?.kind !== 'start'
  const names = createCallNames(keyframe.counts)
  const tasks = createReplayTasks(names, keyframe.pending)
  const frames = new Subject<FeedFrame>()
  const links = { tdp: new BehaviorSubject(keyframe.link), analytics: new BehaviorSubject(keyframe.analytics) }
  const polls = { tdp: new Subject<void>(), analytics: new Subject<void>() }
  const flush = new Subject<void>()
  const pendingCalls = new Map<string, (result: unknown) => void>()
  let at = keyframe.at
  const cached = new Map<string, RecordedCacheEntry | null>(Object.entries(keyframe.cached))
  let firstHistory = keyframe.history
  let unmatched = 0
  let position = -1
  let running: Subscription | undefined

  const request = <T>(name: string, parse: (value: unknown) => Result<T>): Observable<Result<T>> =>
    new Observable((subscriber) => {
      const call = names.next(name)
      pendingCalls.set(call, (result) => {
        pendingCalls.delete(call)
        subscriber.next(parse(result))
        subscriber.complete()
      })
      return () => pendingCalls.delete(call)
    })
  const streamApi: StreamApi = {
    list: () => request('list', parseResult.list),
    metadata: (key) => request(`metadata ${key}`, parseResult.metadata),
    latest: (key) => request(`latest ${key}`, parseResult.latest),
    recent: (key) => request(`recent ${key}`, parseResult.recent),
  }
  const fetchCandles = (): Promise<HistoryResult> => {
    if (firstHistory !== null) {
      const result = firstHistory
      firstHistory = null
      return Promise.resolve(result)
    }
    const call = names.next('candles')
    return new Promise((resolve) => {
      pendingCalls.set(call, (result) => {
        pendingCalls.delete(call)
        resolve(parseHistoryResult(result))
      })
    })
  }
  const noop = (): void => undefined
  const ports: StreamPorts = {
    frames$: frames,
    link$: links.tdp,
    pollDue$: polls.tdp,
    fetchCandles,
    fetchCandlePage: () => of({ kind: 'empty' }),
    select: noop,
    recovered: noop,
    analytics: { link$: links.analytics, pollDue$: polls.analytics, recovered: noop, resume: noop },
    streamApi,
    cache: { read: (item) => toCacheEntry(cached.get(item)), write: noop, flush$: flush },
    hidden$: of(false),
    now: () => at,
    timers: tasks.scheduler('timer'),
    paint: tasks.scheduler('paint'),
  }
  const streams = create(ports)
  streams.show(keyframe.view)

  function begin(): void {
    // Cache reads are recorded after the start, during which they happened.
    for (const next of entries.slice(position + 1)) {
      if (next.kind !== 'cache') break
      cached.set(next.item, next.cached)
    }
    running = streams.start()
  }

  /** Restores the state at the start of the recording. */
  async function open(): Promise<void> {
    position = 0
    if (!isMidway) return
    running = streams.start()
    for (const frame of keyframe.frames) frames.next(frame)
    await settle()
    tasks.paint()
  }

  function deliver(entry: RecordingEntry): void {
    at = entry.at
    switch (entry.kind) {
      case 'start':
        return begin()
      case 'stop':
        return running?.unsubscribe()
      case 'due':
        return flush.next()
      case 'cache':
        return undefined
      case 'frame':
        return frames.next(entry.frame)
      case 'link':
        return links.tdp.next(entry.link)
      case 'analytics':
        return links.analytics.next(entry.link)
      case 'view':
        return streams.show(entry.view)
      case 'poll':
        return polls[entry.feed].next()
      case 'polled':
        return streams.monitoringSource.recordSink.applyPollEvent(entry.polled)
      case 'message':
        return streams.monitoringSource.recordSink.applyMessage(entry.key, entry.message)
      case 'answer': {
        const deliverResult = pendingCalls.get(entry.call)
        if (deliverResult) deliverResult(entry.answer)
        else unmatched += 1
        return undefined
      }
      case 'run':
        // Frames are interchangeable if the recording does not start with the session.
        if (isMidway && entry.work.startsWith('paint')) return tasks.paint()
        if (!tasks.run(entry.work)) unmatched += 1
        return undefined
    }
  }

  return {
    // The recorded view is shown: requests for another would take the numbers of the recorded ones.
    streams: { ...streams, show: noop },
    async to(target) {
      if (position < 0) await open()
      for (; position < Math.min(target, entries.length); position += 1) {
        const entry = entries[position]
        if (entry === undefined) return
        deliver(entry)
        if (entry.kind === 'answer') await settle()
      }
    },
    unmatched: () => unmatched,
    stop: () => running?.unsubscribe(),
  }
}
