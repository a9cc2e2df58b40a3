import { BehaviorSubject, merge, Observable, Subject, tap, type Subscription } from 'rxjs'
import type { Streams } from '../index.ts'
import type { CacheEntry, FeedFrame, HistoryResult, LiveLink, StreamPorts } from '../ports.ts'
import type { Result } from '#src/lib/result.ts'
import { candlesOf } from '../candles/candle-window.ts'
import type { StreamApi } from '../records/api.ts'
import type { AnalyticsLink } from '../records/summary.ts'
import { DEFAULT_VIEW } from '../view.ts'
import {
  createRecording,
  type Keyframe,
  type Recording,
  type RecordingEntry,
  type RecordedCacheEntry,
} from './recording.ts'
import { createCallNames, recordingScheduler } from './tasks.ts'

/** An entry without its time. */
type EntryWithoutTime = RecordingEntry extends infer Entry
  ? Entry extends RecordingEntry
    ? Omit<Entry, 'at'>
    : never
  : never

/** Ports that record their inputs, and streams whose start and end are recorded. */
export interface SessionRecorder {
  readonly ports: StreamPorts
  readonly watch: (streams: Streams) => Streams
  readonly recording: Recording
  readonly stop: () => void
}

const SOCKET_STATE_TYPES = new Set(['ConnectionAck', 'SystemStatus', 'MarketOverview'])
const NO_LINK: LiveLink = { status: 'disconnected', wasConnected: false, isUnavailable: false }
const NO_ANALYTICS: AnalyticsLink = { status: 'disconnected', isFallback: false }

const historyOf = (streams: Streams | undefined): HistoryResult | null => {
  let result: HistoryResult | null = null
  streams?.candles.window$
    .subscribe(({ candles }) => {
      if (candles.last === undefined) return
      const { isComplete: lastIsComplete, provenance } = candles.last
      const history = { candles: candlesOf(candles), lastIsComplete, provenance, refused: 0 }
      result = { kind: 'history', history }
    })
    .unsubscribe()
  return result
}

const toRecorded = ({ text, cachedAt, expiresAt }: CacheEntry): RecordedCacheEntry => ({
  text,
  cachedAt: cachedAt,
  expiresAt,
})

/**
 * Records everything between the outside and the streams. All inputs pass through the ports, and the clock stands still
 * within an entry: the same recording always gives the same screens.
 */
export function createSessionRecorder(outside: StreamPorts): SessionRecorder {
  const names = createCallNames()
  const pending = new Set<string>()
  const cacheDue = new Subject<void>()
  const socketState = new Map<string, FeedFrame>()
  const links = { tdp: new BehaviorSubject(NO_LINK), analytics: new BehaviorSubject(NO_ANALYTICS) }
  let recordedStreams: Streams | undefined
  let cached: Keyframe['cached'] = {}
  let isRunning = false
  let view = DEFAULT_VIEW
  let at = outside.now()

  const recording = createRecording((time): Keyframe => {
    const begins = !isRunning
    // Flushes the streams, which write to `cached` below.
    if (!begins) cacheDue.next()
    return {
      at: time,
      view,
      link: links.tdp.value,
      analytics: links.analytics.value,
      counts: names.counts(),
      pending: [...pending],
      cached: begins ? {} : cached,
      history: begins ? null : historyOf(recordedStreams),
      frames: begins ? [] : [...socketState.values()],
    }
  })
  const write = (entry: EntryWithoutTime): void => {
    at = Math.max(at, outside.now())
    recording.write({ ...entry, at })
  }

  function rememberSocketState(frame: FeedFrame): void {
    for (const message of frame.frame.messages) {
      if (SOCKET_STATE_TYPES.has(message.type)) {
        socketState.set(`${frame.feed} ${message.type}`, {
          feed: frame.feed,
          frame: { messages: [message], rejects: [] },
        })
      }
    }
  }

  const recordCall = <T>(name: string, request: () => Observable<Result<T>>): Observable<Result<T>> =>
    new Observable((subscriber) => {
      const call = names.next(name)
      return request()
        .pipe(tap((result) => write({ kind: 'answer', call, answer: result })))
        .subscribe(subscriber)
    })
  const { streamApi: api, cache } = outside
  const streamApi: StreamApi = {
    list: () => recordCall('list', () => api.list()),
    metadata: (key) => recordCall(`metadata ${key}`, () => api.metadata(key)),
    latest: (key) => recordCall(`latest ${key}`, () => api.latest(key)),
    recent: (key, count) => recordCall(`recent ${key}`, () => api.recent(key, count)),
  }

  const linkSubscriptions: Subscription = outside.link$.subscribe((link) => {
    if (isRunning) write({ kind: 'link', link })
    links.tdp.next(link)
  })
  linkSubscriptions.add(
    outside.analytics.link$.subscribe((link) => {
      if (isRunning) write({ kind: 'analytics', link })
      links.analytics.next(link)
    }),
  )

  const schedulerLog = { names, pending, onRun: (work: string) => write({ kind: 'run', work }) }
  const ports: StreamPorts = {
    frames$: outside.frames$.pipe(
      tap((frame) => {
        rememberSocketState(frame)
        write({ kind: 'frame', frame })
      }),
    ),
    link$: links.tdp,
    pollDue$: outside.pollDue$.pipe(tap(() => write({ kind: 'poll', feed: 'tdp' }))),
    async fetchCandles(of, limit) {
      const call = names.next('candles')
      const result = await outside.fetchCandles(of, limit)
      write({ kind: 'answer', call, answer: result })
      return result
    },
    // Not recorded: what a user looked up in the past is no input of the live screens.
    fetchCandlePage: outside.fetchCandlePage,
    select: outside.select,
    recovered: outside.recovered,
    hidden$: outside.hidden$,
    analytics: {
      ...outside.analytics,
      link$: links.analytics,
      pollDue$: outside.analytics.pollDue$.pipe(tap(() => write({ kind: 'poll', feed: 'analytics' }))),
    },
    streamApi,
    cache: {
      read(item) {
        const found = cache.read(item)
        write({ kind: 'cache', item, cached: found ? toRecorded(found) : null })
        return found
      },
      write(item, text) {
        cached = { ...cached, [item]: { text, cachedAt: at, expiresAt: Number.MAX_SAFE_INTEGER } }
        cache.write(item, text)
      },
      flush$: merge(cacheDue, cache.flush$.pipe(tap(() => write({ kind: 'due' })))),
    },
    now: () => at,
    timers: recordingScheduler('timer', outside.timers, schedulerLog),
    paint: recordingScheduler('paint', outside.paint, schedulerLog),
  }

  function start(streams: Streams): Subscription {
    names.clear()
    pending.clear()
    socketState.clear()
    cached = {}
    write({ kind: 'start' })
    isRunning = true
    const running = streams.start()
    running.add(() => {
      write({ kind: 'stop' })
      isRunning = false
    })
    return running
  }

  return {
    ports,
    recording,
    watch(streams) {
      recordedStreams = streams
      const { recordSink } = streams.monitoringSource
      return {
        ...streams,
        show(next) {
          view = next
          if (isRunning) write({ kind: 'view', view })
          streams.show(next)
        },
        monitoringSource: {
          ...streams.monitoringSource,
          recordSink: {
            ...recordSink,
            applyPollEvent(polled) {
              write({ kind: 'polled', polled })
              recordSink.applyPollEvent(polled)
            },
            applyMessage(key, message) {
              write({ kind: 'message', key, message })
              recordSink.applyMessage(key, message)
            },
          },
        },
        start: () => start(streams),
      }
    },
    stop: () => linkSubscriptions.unsubscribe(),
  }
}
