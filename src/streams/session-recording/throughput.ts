import { Observable, tap } from 'rxjs'
import type { FeedFrame, FeedName } from '../ports.ts'
import type { Streams } from '../index.ts'
import { streamKeyOf } from '../sequence.ts'

/** When something came, unix ms, and what it was. */
export interface Mark {
  readonly at: number
  readonly text: string
}

/** Statistics of one observable. */
export interface ObservableStats {
  readonly name: string
  readonly subscribers: number
  readonly values: number
  /** Unix ms of the last value; undefined before the first. */
  readonly lastAt?: number | undefined
  /** Times of the last values, oldest first, unix ms. */
  readonly times: readonly number[]
}

/** Message counts of one socket. */
export interface FeedStats {
  readonly feed: FeedName
  readonly frames: number
  readonly messages: number
  /** Messages rejected on arrival. */
  readonly rejects: number
  /** Duplicates that were dropped. */
  readonly drops: number
  /** The last frames, oldest first, with the types and streams of their messages. */
  readonly marks: readonly Mark[]
}

/** Times of values stored for each observable, and frames for each socket. */
const HISTORY_LENGTH = 600

/** Trimmed in batches: moving all for every value would be the main cost. */
function append<T>(history: T[], value: T): void {
  history.push(value)
  if (history.length >= 2 * HISTORY_LENGTH) history.splice(0, history.length - HISTORY_LENGTH)
}

/** `AnalyticsUpdate tdp:kraken:BTCUSD:m1:analysis x3, Heartbeat` */
function typesOf({ frame: { messages, rejects } }: FeedFrame): string {
  const counts = new Map<string, number>()
  const names = [
    ...messages.map((message) => [message.type, streamKeyOf(message) ?? []].flat().join(' ')),
    ...rejects.map(({ kind }) => `rejected: ${kind}`),
  ]
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} x${count}`)).join(', ')
}

/** Counts values and messages without inspecting them. */
export function createThroughputMeter(now: () => number) {
  const flows = new Map<string, { subscribers: number; values: number; lastAt: number | undefined; times: number[] }>()
  const feeds = {
    tdp: { frames: 0, messages: 0, rejects: 0, accepted: 0, marks: new Array<Mark>() },
    analytics: { frames: 0, messages: 0, rejects: 0, accepted: 0, marks: new Array<Mark>() },
  }

  function counted<T>(name: string, source$: Observable<T>): Observable<T> {
    const stats = flows.get(name) ?? { subscribers: 0, values: 0, lastAt: undefined, times: [] }
    flows.set(name, stats)
    return new Observable((subscriber) => {
      stats.subscribers += 1
      subscriber.add(() => void (stats.subscribers -= 1))
      subscriber.add(
        source$.subscribe({
          next(value) {
            stats.values += 1
            stats.lastAt = now()
            append(stats.times, stats.lastAt)
            subscriber.next(value)
          },
          error: (error: unknown) => subscriber.error(error),
          complete: () => subscriber.complete(),
        }),
      )
    })
  }

  return {
    frames: (frames$: Observable<FeedFrame>): Observable<FeedFrame> =>
      frames$.pipe(
        tap((received) => {
          const { feed, frame } = received
          const count = feeds[feed]
          append(count.marks, { at: now(), text: typesOf(received) })
          count.frames += 1
          count.messages += frame.messages.length
          for (const reject of frame.rejects) count.rejects += reject.count
        }),
      ),
    watch(streams: Streams): Streams {
      const categories = new Map<string, ReturnType<Streams['records']['category']>>()
      const category: Streams['records']['category'] = (name) => {
        const known = categories.get(name) ?? counted(`records of ${name}`, streams.records.category(name))
        categories.set(name, known)
        return known
      }
      return {
        ...streams,
        problems$: counted('problems', streams.problems$),
        market$: counted('market', streams.market$),
        pairFigures$: counted('pair figures', streams.pairFigures$),
        candles: {
          ...streams.candles,
          window$: counted('candle window', streams.candles.window$),
        },
        pastCandles(view) {
          const past = streams.pastCandles(view)
          return { ...past, changes$: counted('candles', past.changes$) }
        },
        records: { ...streams.records, category, summary$: counted('summary', streams.records.summary$) },
        start() {
          const running = streams.start()
          running.add(streams.messages$.subscribe(({ feed }) => void (feeds[feed].accepted += 1)))
          return running
        },
      }
    },
    flows: (): readonly ObservableStats[] => [...flows].map(([name, stats]) => ({ name, ...stats })),
    feeds: (): readonly FeedStats[] =>
      (['tdp', 'analytics'] as const).map((feed) => {
        const { accepted, ...counts } = feeds[feed]
        return { feed, ...counts, drops: Math.max(0, counts.messages - accepted) }
      }),
  }
}
