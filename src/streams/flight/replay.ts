import { BehaviorSubject, Observable, of, Subject, type Subscription } from 'rxjs'
import { createStreams, type Streams } from '../index.ts'
import type { Kept } from '../kept.ts'
import type { FeedFrame, HistoryAnswer, StreamPorts } from '../ports.ts'
import type { Answer, StreamApi } from '../records/api.ts'
import { readAnswer, readHistory } from './answers.ts'
import type { Segment, TapeEntry } from './tape.ts'
import { createNames, createTapeWorks } from './works.ts'

/** A flight being played: the streams of the live client, whose outside is a tape. Winding back is another replay. */
export interface Replay {
  readonly streams: Streams
  /** Delivers entries up to the given number (exclusive). Resolves when all is delivered. */
  readonly to: (position: number) => Promise<void>
  /** Entries of the tape that nobody asked for: more than a few mean that the code has changed since. */
  readonly unclaimed: () => number
  readonly stop: () => void
}

/** Entries of all segments in one row. The first segment's keyframe is where they begin. */
export const entriesOf = (segments: readonly Segment[]): readonly TapeEntry[] =>
  segments.flatMap(({ entries }) => entries)

const TURNS = 8

/** A promise goes through a few turns before what waits for it has run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await Promise.resolve()
}

/** Loads a saved flight. It begins at the keyframe of its first segment; later keyframes are not needed. */
export function createReplay(segments: readonly [Segment, ...Segment[]]): Replay {
  const [{ keyframe }] = segments
  const entries = entriesOf(segments)
  const isMidway = entries[0]?.kind !== 'start'
  const names = createNames(keyframe.counts)
  const works = createTapeWorks(names, keyframe.pending)
  const frames = new Subject<FeedFrame>()
  const links = { tdp: new BehaviorSubject(keyframe.link), analytics: new BehaviorSubject(keyframe.analytics) }
  const polls = { tdp: new Subject<void>(), analytics: new Subject<void>() }
  const due = new Subject<void>()
  const asked = new Map<string, (answer: unknown) => void>()
  let at = keyframe.at
  const kept = new Map<string, Kept | null>(Object.entries(keyframe.kept))
  let first = keyframe.history
  let unclaimed = 0
  let position = -1
  let running: Subscription | undefined

  const ask = <T>(name: string, parse: (value: unknown) => Answer<T>): Observable<Answer<T>> =>
    new Observable((subscriber) => {
      const call = names.next(name)
      asked.set(call, (answer) => {
        asked.delete(call)
        subscriber.next(parse(answer))
        subscriber.complete()
      })
      return () => asked.delete(call)
    })
  const streamApi: StreamApi = {
    list: () => ask('list', readAnswer.list),
    metadata: (key) => ask(`metadata ${key}`, readAnswer.metadata),
    latest: (key) => ask(`latest ${key}`, readAnswer.latest),
    recent: (key) => ask(`recent ${key}`, readAnswer.recent),
  }
  const fetchCandles = (): Promise<HistoryAnswer> => {
    if (first !== null) {
      const answer = first
      first = null
      return Promise.resolve(answer)
    }
    const call = names.next('candles')
    return new Promise((resolve) => {
      asked.set(call, (answer) => {
        asked.delete(call)
        resolve(readHistory(answer))
      })
    })
  }
  const nothing = (): void => undefined
  const ports: StreamPorts = {
    frames$: frames,
    link$: links.tdp,
    pollDue$: polls.tdp,
    fetchCandles,
    recovered: nothing,
    analytics: { link$: links.analytics, pollDue$: polls.analytics, recovered: nothing, resume: nothing },
    streamApi,
    cache: { read: (item) => kept.get(item) ?? undefined, keep: nothing, due$: due },
    hidden$: of(false),
    now: () => at,
    timers: works.scheduler('timer'),
    paint: works.scheduler('paint'),
  }
  const streams = createStreams(ports)

  function begin(): void {
    // Written while the streams start, so they stand behind the start.
    for (const next of entries.slice(position + 1)) {
      if (next.kind !== 'cache') break
      kept.set(next.item, next.kept)
    }
    running = streams.start()
  }

  /** Puts on screen what was there when the tape began. */
  async function open(): Promise<void> {
    position = 0
    if (!isMidway) return
    running = streams.start()
    for (const frame of keyframe.frames) frames.next(frame)
    await settle()
    works.paint()
  }

  function deliver(entry: TapeEntry): void {
    at = entry.at
    switch (entry.kind) {
      case 'start':
        return begin()
      case 'stop':
        return running?.unsubscribe()
      case 'due':
        return due.next()
      case 'cache':
        return undefined
      case 'frame':
        return frames.next(entry.frame)
      case 'link':
        return links.tdp.next(entry.link)
      case 'analytics':
        return links.analytics.next(entry.link)
      case 'poll':
        return polls[entry.feed].next()
      case 'polled':
        return streams.monitored.intake.takePolled(entry.polled)
      case 'message':
        return streams.monitored.intake.takeMessage(entry.key, entry.message)
      case 'answer': {
        const hear = asked.get(entry.call)
        if (hear) hear(entry.answer)
        else unclaimed += 1
        return undefined
      }
      case 'run':
        // Which of the paints it was has no meaning when the tape does not begin at the start.
        if (isMidway && entry.work.startsWith('paint')) return works.paint()
        if (!works.run(entry.work)) unclaimed += 1
        return undefined
    }
  }

  return {
    streams,
    async to(target) {
      if (position < 0) await open()
      for (; position < Math.min(target, entries.length); position += 1) {
        const entry = entries[position]
        if (entry === undefined) return
        deliver(entry)
        if (entry.kind === 'answer') await settle()
      }
    },
    unclaimed: () => unclaimed,
    stop: () => running?.unsubscribe(),
  }
}
