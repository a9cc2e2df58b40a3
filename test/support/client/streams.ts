import { animationFrameScheduler, asyncScheduler, BehaviorSubject, Subject, type Observable } from 'rxjs'
import { onTestFinished, vi } from 'vitest'
import type { Candle } from '#contract/candles.ts'
import type { ServerMessage } from '#contract/messages.ts'
import {
  candlesOf,
  createSelecting,
  createStreams,
  type DashboardView,
  type FeedFrame,
  type FeedName,
  type HistoryResult,
  type CacheEntry,
  type LiveLink,
  type StreamApi,
  type StreamCacheKey,
  type StreamPorts,
  type StreamSelection,
} from '#src/streams/index.ts'
import { createMonitoring } from '#src/streams/monitoring.ts'
import { T0 } from '../data/messages.ts'
import { ONLINE, inertPorts } from './inert-ports.ts'

/** Candle of minute `minute` after T0. */
export const candleAt = (minute: number, close = 100 + minute): Candle => ({
  timestamp: T0 + minute * 60,
  open: 100,
  high: Math.max(100, close),
  low: Math.min(100, close),
  close,
  volume: 1,
})

export const historyOf = (...candles: Candle[]): HistoryResult => ({
  kind: 'history',
  history: { candles, lastIsComplete: false, provenance: undefined, refused: 0 },
})

export const CONNECTED: LiveLink = { status: 'connected', wasConnected: true, isUnavailable: false }

export const frameOf = (...messages: ServerMessage[]): FeedFrame => ({
  feed: 'tdp',
  frame: { messages, rejects: [] },
})

/** Unique across tests, so that a frame left over by one test is not run in the next. */
let ids = 0

/** Animation frames run by hand; without a call no frame is rendered, as in a hidden tab. */
export function manualFrames() {
  const due = new Map<number, FrameRequestCallback>()
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    ids += 1
    due.set(ids, callback)
    return ids
  })
  vi.stubGlobal('cancelAnimationFrame', (id: number) => due.delete(id))
  return {
    pendingFrames: () => due.size,
    flushFrame: () => {
      for (const [id, callback] of due) {
        due.delete(id)
        callback(0)
      }
    },
  }
}

/**
 * Streams over subjects, stopped at the end of the test. History requests get `histories` in order, the last one
 * repeatedly; each takes `delayMs` of the fake clock.
 */
export function startStreams({
  histories = [{ kind: 'empty' }],
  delayMs = 0,
  streamApi = inertPorts().streamApi,
  cached = {},
  create = createStreams,
}: {
  readonly histories?: readonly (HistoryResult | Error)[]
  readonly delayMs?: number
  readonly streamApi?: StreamApi
  /** Cache entries of an earlier visit. */
  readonly cached?: Partial<Record<StreamCacheKey, CacheEntry>> | undefined
  /** Creates the streams. */
  readonly create?: typeof createStreams
} = {}) {
  const frames$ = new Subject<FeedFrame>()
  const link$ = new BehaviorSubject<LiveLink>({ status: 'connecting', wasConnected: false, isUnavailable: false })
  const pollDue$ = new Subject<unknown>()
  const analyticsLink$ = new BehaviorSubject(ONLINE)
  const analyticsPollDue$ = new Subject<unknown>()
  const pageHides$ = new Subject<unknown>()
  const hidden$ = new BehaviorSubject(false)
  const cacheWrites: [item: StreamCacheKey, text: string][] = []
  const resumptions: unknown[] = []
  let analyticsRecoveries = 0
  const frames = manualFrames()
  const requests: number[] = []
  const viewsAsked: DashboardView[] = []
  const selections: [feed: FeedName, selection: StreamSelection][] = []
  let recoveries = 0
  const ports: StreamPorts = {
    frames$,
    link$,
    pollDue$,
    async fetchCandles(view, limit) {
      const answer = histories[Math.min(requests.length, histories.length - 1)]
      requests.push(limit)
      viewsAsked.push(view)
      await new Promise((done) => setTimeout(done, delayMs))
      if (answer instanceof Error || answer === undefined) throw answer ?? new Error('no history')
      return answer
    },
    fetchCandlePage: inertPorts().fetchCandlePage,
    select: (feed, selection) => void selections.push([feed, selection]),
    recovered: () => void (recoveries += 1),
    analytics: {
      link$: analyticsLink$,
      pollDue$: analyticsPollDue$,
      recovered: () => void (analyticsRecoveries += 1),
      resume: (resumption) => resumptions.push(resumption),
    },
    streamApi,
    cache: { read: (item) => cached[item], write: (...entry) => void cacheWrites.push(entry), flush$: pageHides$ },
    hidden$,
    now: () => Date.now(),
    timers: asyncScheduler,
    paint: animationFrameScheduler,
  }
  const selecting = createSelecting()
  const streams = create(ports, selecting)
  const monitoring = createMonitoring(streams.monitoringSource, ports)
  const running = streams.start()
  running.add(monitoring.start())
  onTestFinished(() => {
    running.unsubscribe()
    vi.unstubAllGlobals()
  })
  const firstValue = <T>(value$: Observable<T>): T | undefined => {
    const values: T[] = []
    value$.subscribe((value) => values.push(value)).unsubscribe()
    return values[0]
  }
  const valueOf = <T>(value$: Observable<T>): T => {
    const value = firstValue(value$)
    if (value === undefined) throw new Error('no value at once')
    return value
  }
  return {
    streams,
    selecting,
    monitoring,
    frames$,
    link$,
    pollDue$,
    requests: requests,
    viewsAsked,
    selections,
    recoveries: () => recoveries,
    analyticsLink$,
    analyticsPollDue$,
    analyticsRecoveries: () => analyticsRecoveries,
    pageHides$,
    hidden$,
    cacheWrites: cacheWrites,
    /** The text last written for a key. */
    cached: (item: StreamCacheKey) => cacheWrites.findLast(([name]) => name === item)?.[1],
    resumptions,
    ...frames,
    emit: (...messages: ServerMessage[]) => frames$.next(frameOf(...messages)),
    emitAnalytics: (...messages: ServerMessage[]) => frames$.next({ ...frameOf(...messages), feed: 'analytics' }),
    /** Advances the clock, then renders a frame. */
    advance: async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms)
      frames.flushFrame()
    },
    market: () => firstValue(streams.market$),
    /** The chart's window, with its candles as a list and the state of the newest. */
    chart: () => {
      const { candles, ...chart } = valueOf(streams.candles.window$)
      const { isComplete = false, remainingS } = candles.last ?? {}
      return { ...chart, candles: candlesOf(candles), isComplete, remainingS }
    },
    records: (category: string) => valueOf(streams.records.category(category)),
    summary: () => valueOf(streams.records.summary$),
    problems: () => valueOf(streams.problems$).map(({ text, count }) => [text, count]),
    stop: () => running.unsubscribe(),
    isSubscribed: () => frames$.observed || link$.observed || pollDue$.observed,
  }
}
