import { defer, distinctUntilChanged, interval, map, startWith, type Observable, type Subscription } from 'rxjs'
import type { LiveUpdate } from '#contract/messages.ts'
import type { ReceivedMessage, MessageRouter } from './message-router.ts'
import type { FeedName } from './ports.ts'

/** Messages of one socket since sign-in. */
export interface Traffic {
  /** Number of messages without duplicates. */
  readonly received: number
  readonly last: ReceivedMessage | undefined
  /** Last message with a candle. */
  readonly lastUpdate: ReceivedMessage<LiveUpdate> | undefined
}

export interface TrafficMonitor {
  /** Emits the current counts on subscription, then at most twice a second. */
  readonly of: (feed: FeedName) => Observable<Traffic>
}

type MutableTraffic = { -readonly [Key in keyof Traffic]: Traffic[Key] }

const NOTHING: Traffic = { received: 0, last: undefined, lastUpdate: undefined }
const EMIT_INTERVAL_MS = 500

export function createTraffic({
  live$,
  updates$,
  unbatched$: singles$,
}: Pick<MessageRouter, 'live$' | 'updates$' | 'unbatched$'>) {
  // Mutated in place: ten thousand messages per second, two reads.
  const counts: Record<FeedName, MutableTraffic> = { tdp: { ...NOTHING }, analytics: { ...NOTHING } }
  const of = (feed: FeedName): Observable<Traffic> =>
    defer(() =>
      interval(EMIT_INTERVAL_MS).pipe(
        startWith(0),
        map((): Traffic => ({ ...counts[feed] })),
        distinctUntilChanged((a, b) => a.last === b.last && a.lastUpdate === b.lastUpdate),
      ),
    )

  /** Adds messages of one socket, of which `last` is the last. */
  function count(last: ReceivedMessage | undefined, messages: number): void {
    if (last === undefined) return
    const traffic = counts[last.feed]
    traffic.received += messages
    traffic.last = last
  }

  function start(): Subscription {
    const running = singles$.subscribe((received) => count(received, 1))
    running.add(updates$.subscribe((batch) => count(batch.at(-1), batch.length)))
    running.add(
      live$.subscribe((batch) => {
        const last = batch.at(-1)
        count(last, batch.length)
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
