import { Observable, tap } from 'rxjs'
import type { FeedFrame, FeedName } from '../ports.ts'
import type { Streams } from '../index.ts'

/** Statistics of one observable. */
export interface ObservableStats {
  readonly name: string
  readonly subscribers: number
  readonly values: number
  /** Unix ms of the last value; undefined before the first. */
  readonly lastAt?: number | undefined
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
}

/** Counts values and messages without inspecting them. */
export function createThroughputMeter(now: () => number) {
  const flows = new Map<string, { subscribers: number; values: number; lastAt: number | undefined }>()
  const feeds = {
    tdp: { frames: 0, messages: 0, rejects: 0, accepted: 0 },
    analytics: { frames: 0, messages: 0, rejects: 0, accepted: 0 },
  }

  function counted<T>(name: string, source$: Observable<T>): Observable<T> {
    const stats = flows.get(name) ?? { subscribers: 0, values: 0, lastAt: undefined }
    flows.set(name, stats)
    return new Observable((subscriber) => {
      stats.subscribers += 1
      subscriber.add(() => void (stats.subscribers -= 1))
      subscriber.add(
        source$.subscribe({
          next(value) {
            stats.values += 1
            stats.lastAt = now()
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
        tap(({ feed, frame }) => {
          const count = feeds[feed]
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
        const { frames, messages, rejects, accepted } = feeds[feed]
        return { feed, frames, messages, rejects, drops: Math.max(0, messages - accepted) }
      }),
  }
}
