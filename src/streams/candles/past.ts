import {
  distinctUntilChanged,
  map,
  Observable,
  of,
  ReplaySubject,
  share,
  startWith,
  Subject,
  switchMap,
  type Subscription,
} from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import { CHART } from '#contract/limits.ts'
import type { CandlePage, HistoryResult } from '../ports.ts'
import { foldPast, INITIAL_PAST, pageNeeded, type PastAction, type PastNeed, type PastState } from './past-window.ts'

/** The candles of a chart that can be scrolled back. */
export interface PastWindow {
  /** Oldest first, without holes that the server could fill. A candle that did not change stays the same object. */
  readonly candles: readonly Candle[]
  /** Whether the last one is the newest of the market; otherwise newer ones were dropped to make room. */
  readonly isAtNewest: boolean
  /** State of the latest page. */
  readonly status: PastState['status']
}

/** Older candles of one pair and timeframe, loaded page by page while its window is subscribed to. */
export interface PastCandles {
  /** Replays its current value. */
  readonly window$: Observable<PastWindow>
  /** The candles of the window. */
  readonly candles$: Observable<readonly Candle[]>
  /** Loads the next page at an end that the view comes close to; a request that it no longer needs is cancelled. */
  readonly need: (need: PastNeed) => void
  /** Returns to the newest candles. */
  readonly toNewest: () => void
}

interface PastDeps {
  /** The newest candles, oldest first; empty while there are none. */
  readonly live$: Observable<readonly Candle[]>
  /** Emits once, never errors, and aborts on unsubscription. */
  readonly fetchPage: (page: CandlePage) => Observable<HistoryResult>
  /** Wall clock, unix ms. */
  readonly now: () => number
}

const isSamePage = (a: CandlePage | undefined, b: CandlePage | undefined): boolean =>
  a?.before === b?.before && a?.since === b?.since && (a === undefined) === (b === undefined)

const candlesOf = ({ older, live, isJoined }: PastState): readonly Candle[] => {
  if (!isJoined) return older
  return older.length === 0 ? live : [...older, ...live]
}

const hasSameCandles = (a: PastState, b: PastState): boolean =>
  a.older === b.older && a.live === b.live && a.isJoined === b.isJoined

export function createPastCandles({ live$, fetchPage, now }: PastDeps): PastCandles {
  const needs = new Subject<PastNeed | 'newest'>()

  const window$ = new Observable<PastWindow>((subscriber) => {
    let state = INITIAL_PAST
    let candles: readonly Candle[] = []

    function fold(action: PastAction): void {
      const next = foldPast(state, action)
      if (next === state) return
      if (!hasSameCandles(next, state)) candles = candlesOf(next)
      state = next
      subscriber.next({ candles, isAtNewest: state.isJoined, status: state.status })
    }

    const load = (page: CandlePage): Observable<PastAction> =>
      fetchPage(page).pipe(
        map((result): PastAction => ({ type: 'page', page, result, at: now() })),
        startWith({ type: 'requested' } as const),
      )

    const running: Subscription = live$.subscribe((live) => fold({ type: 'live', live }))
    running.add(
      needs
        .pipe(
          map((need) => (need === 'newest' ? undefined : pageNeeded(state, need, now(), CHART.pageCandles))),
          distinctUntilChanged(isSamePage),
          switchMap((page) => (page === undefined ? of<PastAction>({ type: 'idle' }) : load(page))),
        )
        .subscribe(fold),
    )
    running.add(needs.subscribe((need) => (need === 'newest' ? fold({ type: 'newest' }) : undefined)))
    return running
  }).pipe(share({ connector: () => new ReplaySubject(1), resetOnRefCountZero: true }))

  const candles$ = window$.pipe(
    map(({ candles }) => candles),
    distinctUntilChanged(),
  )
  return { window$, candles$, need: (need) => needs.next(need), toNewest: () => needs.next('newest') }
}
