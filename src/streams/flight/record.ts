import { BehaviorSubject, merge, Observable, Subject, tap, type Subscription } from 'rxjs'
import type { Streams } from '../index.ts'
import type { FeedFrame, HistoryAnswer, LiveLink, StreamPorts } from '../ports.ts'
import type { Answer, StreamApi } from '../records/api.ts'
import type { AnalyticsLink } from '../records/summary.ts'
import { createTape, type Keyframe, type Tape, type TapeEntry } from './tape.ts'
import { createNames, toldScheduler } from './works.ts'

/** What is written, without its time. */
type Said = TapeEntry extends infer Entry ? (Entry extends TapeEntry ? Omit<Entry, 'at'> : never) : never

/** Ports that write down what goes through them, and streams whose start and end are written down. */
export interface Recording {
  readonly ports: StreamPorts
  readonly watch: (streams: Streams) => Streams
  readonly tape: Tape
  readonly stop: () => void
}

const HELLO = new Set(['ConnectionAck', 'SystemStatus', 'MarketOverview'])
const NO_LINK: LiveLink = { status: 'disconnected', wasConnected: false, isUnavailable: false }
const NO_ANALYTICS: AnalyticsLink = { status: 'disconnected', isFallback: false }

const historyOf = (streams: Streams | undefined): HistoryAnswer | null => {
  let answer: HistoryAnswer | null = null
  streams?.candles.window$
    .subscribe(({ candles, isComplete, freshest }) => {
      if (candles.length === 0) return
      const history = { candles, lastIsComplete: isComplete, provenance: freshest?.provenance, refused: 0 }
      answer = { kind: 'history', history }
    })
    .unsubscribe()
  return answer
}

/**
 * Puts a tape between the outside and the streams. Everything that can change what is shown comes through the ports,
 * and inside one entry the clock stands still: so the same tape gives the same screens.
 */
export function recordFlight(outside: StreamPorts): Recording {
  const names = createNames()
  const pending = new Set<string>()
  const cacheDue = new Subject<void>()
  const hello = new Map<string, FeedFrame>()
  const links = { tdp: new BehaviorSubject(NO_LINK), analytics: new BehaviorSubject(NO_ANALYTICS) }
  let shown: Streams | undefined
  let kept: Keyframe['kept'] = {}
  let isRunning = false
  let at = outside.now()

  const tape = createTape((time): Keyframe => {
    const begins = !isRunning
    // What is held is packed at once and lands in `keep` below.
    if (!begins) cacheDue.next()
    return {
      at: time,
      link: links.tdp.value,
      analytics: links.analytics.value,
      counts: names.counts(),
      pending: [...pending],
      kept: begins ? {} : kept,
      history: begins ? null : historyOf(shown),
      frames: begins ? [] : [...hello.values()],
    }
  })
  const write = (said: Said): void => {
    at = Math.max(at, outside.now())
    tape.write({ ...said, at })
  }

  function greet(frame: FeedFrame): void {
    for (const message of frame.frame.messages) {
      if (HELLO.has(message.type)) {
        hello.set(`${frame.feed} ${message.type}`, { feed: frame.feed, frame: { messages: [message], rejects: [] } })
      }
    }
  }

  const asked = <T>(name: string, question: () => Observable<Answer<T>>): Observable<Answer<T>> =>
    new Observable((subscriber) => {
      const call = names.next(name)
      return question()
        .pipe(tap((answer) => write({ kind: 'answer', call, answer })))
        .subscribe(subscriber)
    })
  const { streamApi: api, cache } = outside
  const streamApi: StreamApi = {
    list: () => asked('list', () => api.list()),
    metadata: (key) => asked(`metadata ${key}`, () => api.metadata(key)),
    latest: (key) => asked(`latest ${key}`, () => api.latest(key)),
    recent: (key, count) => asked(`recent ${key}`, () => api.recent(key, count)),
  }

  const following: Subscription = outside.link$.subscribe((link) => {
    if (isRunning) write({ kind: 'link', link })
    links.tdp.next(link)
  })
  following.add(
    outside.analytics.link$.subscribe((link) => {
      if (isRunning) write({ kind: 'analytics', link })
      links.analytics.next(link)
    }),
  )

  const told = { names, pending, tell: (work: string) => write({ kind: 'run', work }) }
  const ports: StreamPorts = {
    frames$: outside.frames$.pipe(
      tap((frame) => {
        greet(frame)
        write({ kind: 'frame', frame })
      }),
    ),
    link$: links.tdp,
    pollDue$: outside.pollDue$.pipe(tap(() => write({ kind: 'poll', feed: 'tdp' }))),
    async fetchCandles(limit) {
      const call = names.next('candles')
      const answer = await outside.fetchCandles(limit)
      write({ kind: 'answer', call, answer })
      return answer
    },
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
        write({ kind: 'cache', item, kept: found ?? null })
        return found
      },
      keep(item, text) {
        kept = { ...kept, [item]: { text, keptAt: at, expiresAt: Number.MAX_SAFE_INTEGER } }
        cache.keep(item, text)
      },
      due$: merge(cacheDue, cache.due$.pipe(tap(() => write({ kind: 'due' })))),
    },
    now: () => at,
    timers: toldScheduler('timer', outside.timers, told),
    paint: toldScheduler('paint', outside.paint, told),
  }

  function start(streams: Streams): Subscription {
    names.forget()
    pending.clear()
    hello.clear()
    kept = {}
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
    tape,
    watch(streams) {
      shown = streams
      const { intake } = streams.monitored
      return {
        ...streams,
        monitored: {
          ...streams.monitored,
          intake: {
            ...intake,
            takePolled(polled) {
              write({ kind: 'polled', polled })
              intake.takePolled(polled)
            },
            takeMessage(key, message) {
              write({ kind: 'message', key, message })
              intake.takeMessage(key, message)
            },
          },
        },
        start: () => start(streams),
      }
    },
    stop: () => following.unsubscribe(),
  }
}
