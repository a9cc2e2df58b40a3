import {
  combineLatest,
  concat,
  EMPTY,
  filter,
  map,
  merge,
  mergeMap,
  of,
  scan,
  startWith,
  switchMap,
  take,
  timer,
} from 'rxjs'
import type { Observable } from 'rxjs'
import type { Fault } from '#contract/fault-injection.ts'
import type { ServerMessage } from '#contract/messages.ts'
import { parsePair } from '#contract/pairs.ts'
import { streamKey } from '#contract/stream-keys.ts'
import { FEEDS, type FeedName } from '#src/machines/connection/ports.ts'
import { SILENT_AFTER_MS } from '#src/machines/fault-injection/expectation.ts'
import type { ReceivedMessage, Streams } from '#src/streams/index.ts'

type FeedSources = Pick<Streams, 'messages$' | 'problems$' | 'traffic'>

const feedsOf = (socket: FeedName | undefined): readonly FeedName[] => (socket === undefined ? FEEDS : [socket])

/** Acknowledgements and heartbeat responses are not part of the feed. */
const isPublished = ({ type }: ServerMessage) => type === 'LiveUpdate' || type === 'AnalyticsUpdate'

/** When a message was published, unix ms on the server's clock. */
function publishedAt(message: ServerMessage): number | undefined {
  if (message.type === 'AnalyticsUpdate') return message.data.provenance?.published_at
  if (message.type !== 'LiveUpdate') return undefined
  return ('data' in message.data ? message.data.data : message.data).provenance?.published_at
}

/** Latency of a message in ms; the two clocks may differ by any constant. */
function delayOf({ message, receivedAt }: ReceivedMessage): number[] {
  const published = publishedAt(message)
  return published === undefined ? [] : [receivedAt - published]
}

/** Combines the states of several feeds: `bad` while any of them is. */
const worst = (feeds$: readonly Observable<string>[], bad: string, good: string): Observable<string> =>
  combineLatest(feeds$).pipe(map((states) => (states.includes(bad) ? bad : good)))

/** A message is late if its latency exceeds the best one so far by half the injected delay. */
const latenessState = (feed: FeedName, delayMs: number, { messages$, traffic }: FeedSources): Observable<string> => {
  const last$ = traffic.of(feed).pipe(
    take(1),
    mergeMap(({ last }) => (last === undefined ? [] : [last])),
  )
  return concat(last$, messages$.pipe(filter((arrival) => arrival.feed === feed))).pipe(
    mergeMap(delayOf),
    scan(({ best }, delay) => ({ best: Math.min(best, delay), delay }), { best: Infinity, delay: 0 }),
    map(({ best, delay }) => (delay - best > delayMs / 2 ? 'late' : 'on time')),
    startWith('on time'),
  )
}

const readabilityState = (feed: FeedName, { messages$, problems$ }: FeedSources): Observable<string> =>
  merge(
    messages$.pipe(
      filter((arrival) => arrival.feed === feed && isPublished(arrival.message)),
      map(() => 'readable'),
    ),
    problems$.pipe(
      // Problems do not name their socket, so they count for every socket that the fault affects.
      scan((seen, problems) => ({ count: brokenFrames(problems), before: seen.count }), { count: -1, before: -1 }),
      mergeMap(({ count, before }) => (before >= 0 && count > before ? ['unreadable'] : [])),
    ),
  ).pipe(startWith('readable'))

const brokenFrames = (problems: readonly { readonly kind: string; readonly count: number }[]): number =>
  problems.reduce((sum, { kind, count }) => sum + (kind === 'frame' ? count : 0), 0)

/** The stream key of a message; candles on the market-data socket have one too. */
function keyOf(message: ServerMessage): string | undefined {
  if (message.type === 'AnalyticsUpdate') return message.data.stream_key
  const pair = message.type === 'LiveUpdate' ? parsePair(message.trading_pair ?? '') : undefined
  return pair === undefined ? undefined : streamKey(pair, 'processed_candles', 'm1')
}

const flowState = (stream: string, { messages$ }: FeedSources): Observable<string> =>
  messages$.pipe(
    filter(({ message }) => keyOf(message) === stream),
    startWith(undefined),
    switchMap(() => concat(of('flowing'), timer(SILENT_AFTER_MS).pipe(map(() => 'silent')))),
  )

/** State of the feed in the terms of the injected fault; empty for faults that do not affect the feed. */
export function feedState(fault: Fault, sources: FeedSources): Observable<string> {
  switch (fault.kind) {
    case 'delay-feed': {
      const feeds = feedsOf(fault.socket).map((feed) => latenessState(feed, fault.delay_ms, sources))
      return worst(feeds, 'late', 'on time')
    }
    case 'broken-json': {
      const feeds = feedsOf(fault.socket).map((feed) => readabilityState(feed, sources))
      return worst(feeds, 'unreadable', 'readable')
    }
    case 'stop-stream':
      return flowState(fault.stream, sources)
    case 'cut-socket':
    case 'answer-401':
    case 'answer-503':
      return EMPTY
  }
}
