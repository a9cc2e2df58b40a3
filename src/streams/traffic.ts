import { defer, distinctUntilChanged, interval, map, startWith, type Observable, type Subscription } from 'rxjs'
import type { LiveUpdate } from '#contract/messages.ts'
import type { Arrival, Inbox } from './inbox.ts'
import type { FeedName } from './ports.ts'

/** What came over one socket since the sign-in. */
export interface Traffic {
  /** Messages, each counted once. */
  readonly received: number
  readonly last: Arrival | undefined
  /** The last message that carried a candle. */
  readonly lastUpdate: Arrival<LiveUpdate> | undefined
}

export interface TrafficBook {
  /** The present figures at once, then at most twice a second; nobody pays for them while nobody looks. */
  readonly of: (feed: FeedName) => Observable<Traffic>
}

type Counted = { -readonly [Key in keyof Traffic]: Traffic[Key] }

const NOTHING: Traffic = { received: 0, last: undefined, lastUpdate: undefined }
const SHOWN_EVERY_MS = 500

export function createTraffic({ live$, updates$, singles$ }: Pick<Inbox, 'live$' | 'updates$' | 'singles$'>) {
  // changed in place: there are ten thousand messages a second and two readings
  const counts: Record<FeedName, Counted> = { tdp: { ...NOTHING }, analytics: { ...NOTHING } }
  const of = (feed: FeedName): Observable<Traffic> =>
    defer(() =>
      interval(SHOWN_EVERY_MS).pipe(
        startWith(0),
        map((): Traffic => ({ ...counts[feed] })),
        distinctUntilChanged((a, b) => a.last === b.last && a.lastUpdate === b.lastUpdate),
      ),
    )

  /** Counts messages of one socket, of which this is the last. */
  function count(last: Arrival | undefined, messages: number): void {
    if (last === undefined) return
    const own = counts[last.feed]
    own.received += messages
    own.last = last
  }

  function start(): Subscription {
    const running = singles$.subscribe((arrival) => count(arrival, 1))
    running.add(updates$.subscribe((run) => count(run.at(-1), run.length)))
    running.add(
      live$.subscribe((run) => {
        const last = run.at(-1)
        count(last, run.length)
        if (last !== undefined) counts[last.feed].lastUpdate = last
      }),
    )
    running.add(() => {
      counts.tdp = { ...NOTHING }
      counts.analytics = { ...NOTHING }
    })
    return running
  }
  return { of, start }
}
