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
import type { DashboardView } from './view.ts'

/** The streams that the sockets carry: those of some pairs or of all, and the candles of one timeframe. */
export interface StreamSelection {
  /** Undefined for all pairs. */
  readonly pairs: readonly PairId[] | undefined
  readonly timeframe: Timeframe
}

/** Selects the view's pair, and every pair while a screen shows the streams of all. */
export interface Selecting {
  readonly selection$: Observable<StreamSelection>
  readonly current: () => StreamSelection
  /** While subscribed to, the streams of all pairs are received. */
  readonly allPairs$: Observable<never>
}

const isSame = (a: StreamSelection, b: StreamSelection): boolean =>
  a.timeframe === b.timeframe && a.pairs?.join() === b.pairs?.join()

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
  return isOfPair && (interval === '' || parseTimeframe(interval) === selection.timeframe)
}

export function createSelecting(view: BehaviorSubject<DashboardView>): Selecting {
  const screens = new BehaviorSubject(0)
  const selectionOf = ({ pair, timeframe }: DashboardView, count: number): StreamSelection => ({
    pairs: count > 0 ? undefined : [pair],
    timeframe,
  })
  return {
    selection$: combineLatest([view, screens], selectionOf).pipe(distinctUntilChanged(isSame)),
    current: () => selectionOf(view.value, screens.value),
    allPairs$: new Observable<never>(() => {
      screens.next(screens.value + 1)
      return () => screens.next(screens.value - 1)
    }),
  }
}

/** Changes are announced at most this often: the server counts a client's messages. */
const ANNOUNCE_MS = 1_000

/** Announces to the server what is selected. */
export interface SelectionAnnouncer {
  /** What a socket that is about to be opened should carry; it is part of its address. */
  readonly selectionFor: (feed: FeedName) => StreamSelection
  readonly start: () => Subscription
}

/**
 * Announces changes to both sockets, and to one that was opened with an earlier selection when it is
 * acknowledged. The numbering of streams that come back after they were left out starts anew.
 */
export function createSelectionAnnouncer(
  { selection$, current }: Pick<Selecting, 'selection$' | 'current'>,
  router: Pick<MessageRouter, 'acks$' | 'forget'>,
  { select, timers }: Pick<StreamPorts, 'select' | 'timers'>,
): SelectionAnnouncer {
  /** What the newest socket of each feed was opened with. */
  const opened = new Map<FeedName, StreamSelection>()

  function start(): Subscription {
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
        const first = opened.get(feed)
        if (first === undefined || !isSame(first, current())) select(feed, current())
      }),
    )
    return running
  }

  return {
    selectionFor(feed) {
      opened.set(feed, current())
      return current()
    },
    start,
  }
}
