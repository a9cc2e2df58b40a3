import {
  BehaviorSubject,
  combineLatest,
  distinctUntilChanged,
  Observable,
  skip,
  throttleTime,
  type Subscription,
} from 'rxjs'
import { parsePair, type PairId } from '#contract/pairs.ts'
import { pairOfKey } from '#contract/stream-keys.ts'
import { parseTimeframe, type Timeframe } from '#contract/timeframes.ts'
import type { MessageRouter } from './message-router.ts'
import type { FeedName, StreamPorts } from './ports.ts'
import { DEFAULT_VIEW, isSameView, type DashboardView } from './view.ts'

/** The streams that the sockets carry: those of some pairs or of all, and the candles of some timeframes. */
export interface StreamSelection {
  /** Undefined for all pairs. */
  readonly pairs: readonly PairId[] | undefined
  readonly timeframes: readonly Timeframe[]
}

/** What is selected: what the views show, and every pair while a screen shows the streams of all. */
export interface Selecting {
  /** The pair and timeframe that the candles follow. */
  readonly view$: Observable<DashboardView>
  readonly show: (view: DashboardView) => void
  readonly shownPair: () => PairId
  readonly selection$: Observable<StreamSelection>
  readonly current: () => StreamSelection
  /** While subscribed to, the streams of all pairs are received. */
  readonly allPairs$: Observable<never>
  /** While subscribed to, what another view shows is received too. */
  readonly beside: (view: DashboardView) => Observable<never>
  /** What a socket that is about to be opened should carry; it is part of its address. */
  readonly selectionFor: (feed: FeedName) => StreamSelection
  /** What the newest socket of a feed was opened with. */
  readonly openedWith: (feed: FeedName) => StreamSelection | undefined
}

const isSame = (a: StreamSelection, b: StreamSelection): boolean =>
  a.timeframes.join() === b.timeframes.join() && a.pairs?.join() === b.pairs?.join()

/** Whether a stream is part of a selection; one without a known pair always is. */
export function isSelected({ pairs }: Pick<StreamSelection, 'pairs'>, key: string): boolean {
  const pair = pairs === undefined ? undefined : pairOfKey(key)
  return pairs === undefined || pair === undefined || pairs.includes(pair)
}

/** Whether a socket carries a stream of this name, as `streamOf` gives it: live candles are named by type and timeframe. */
function carries(selection: StreamSelection, stream: string): boolean {
  const [type, label = '', interval = ''] = stream.split(':')
  if (type !== 'LiveUpdate') return isSelected(selection, stream)
  const pair = parsePair(label)
  const isOfPair = pair === undefined || selection.pairs === undefined || selection.pairs.includes(pair)
  const timeframe = parseTimeframe(interval)
  return isOfPair && (timeframe === undefined || selection.timeframes.includes(timeframe))
}

/** Created before the sockets, which open with what is selected, and the streams, which change it. */
export function createSelecting(): Selecting {
  const view = new BehaviorSubject(DEFAULT_VIEW)
  const screens = new BehaviorSubject(0)
  const others = new BehaviorSubject<readonly DashboardView[]>([])
  const opened = new Map<FeedName, StreamSelection>()
  const selectionOf = (first: DashboardView, more: readonly DashboardView[], count: number): StreamSelection => ({
    pairs: count > 0 ? undefined : [...new Set([first, ...more].map(({ pair }) => pair))],
    timeframes: [...new Set([first, ...more].map(({ timeframe }) => timeframe))],
  })
  const current = () => selectionOf(view.value, others.value, screens.value)
  return {
    view$: view.pipe(distinctUntilChanged(isSameView)),
    show: (next) => view.next(next),
    shownPair: () => view.value.pair,
    selection$: combineLatest([view, others, screens], selectionOf).pipe(distinctUntilChanged(isSame)),
    current,
    allPairs$: new Observable<never>(() => {
      screens.next(screens.value + 1)
      return () => screens.next(screens.value - 1)
    }),
    beside: (other) =>
      new Observable<never>(() => {
        others.next([...others.value, other])
        return () => others.next(others.value.toSpliced(others.value.indexOf(other), 1))
      }),
    selectionFor(feed) {
      opened.set(feed, current())
      return current()
    },
    openedWith: (feed) => opened.get(feed),
  }
}

/** Changes are announced at most this often: the server counts a client's messages. */
const ANNOUNCE_MS = 1_000

/**
 * Announces to the server what is selected, until unsubscribed from: changes to both sockets, and to one that was opened with an
 * earlier selection when it is acknowledged. The numbering of streams that come back after they were left out starts anew.
 */
export function announceSelection(
  { selection$, current, openedWith }: Selecting,
  router: Pick<MessageRouter, 'acks$' | 'forget'>,
  { select, timers }: Pick<StreamPorts, 'select' | 'timers'>,
): Subscription {
  let carried = current()
  const running = selection$
    .pipe(skip(1), throttleTime(ANNOUNCE_MS, timers, { leading: true, trailing: true }))
    .subscribe((next) => {
      if (isSame(next, carried)) return
      const before = carried
      router.forget((stream) => !carries(before, stream))
      carried = next
      select('tdp', next)
      select('analytics', next)
    })
  running.add(
    router.acks$.subscribe(({ feed }) => {
      const first = openedWith(feed)
      if (first === undefined || !isSame(first, current())) select(feed, current())
    }),
  )
  return running
}
