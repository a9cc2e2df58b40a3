import {
  distinctUntilChanged,
  distinctUntilKeyChanged,
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
import { isCoherent, type Candle, type CandleChange } from '#contract/candles.ts'
import { CHART } from '#contract/limits.ts'
import type { CandlePage, HistoryResult } from '../ports.ts'
import { candlesOf, EMPTY_WINDOW, NO_CANDLES, type CandleWindow } from './candle-window.ts'
import type { LiveCandles } from './candles.ts'

/** The live candles of a view, and the older ones that were loaded for it. */
export interface PastState {
  /** Loaded candles, oldest first; all of them opened before the live ones. */
  readonly older: readonly Candle[]
  readonly live: CandleWindow
  /** What changed when the candles that are shown last did. */
  readonly change: CandleChange
  /** Whether the older candles reach the live ones, which are shown only then. */
  readonly isJoined: boolean
  /** Whether the server keeps none before these. */
  readonly isWhole: boolean
  /** Whether a page was ever asked for. From then on, candles that leave the live window are retained. */
  readonly isScrolled: boolean
  readonly status: 'idle' | 'loading' | 'failed'
  /** Wall time of the latest failure, unix ms. */
  readonly failedAt: number
}

/** The ends of the loaded candles that the view comes close to. */
export interface PastNeed {
  readonly older: boolean
  readonly newer: boolean
}

export type PastAction =
  | { readonly type: 'live'; readonly live: LiveCandles }
  | { readonly type: 'requested' | 'idle' | 'newest' }
  | { readonly type: 'page'; readonly page: CandlePage; readonly result: HistoryResult; readonly at: number }

export const INITIAL_PAST: PastState = {
  older: [],
  live: EMPTY_WINDOW,
  change: NO_CANDLES,
  isJoined: true,
  isWhole: false,
  isScrolled: false,
  status: 'idle',
  failedAt: -Infinity,
}

/** Pause after a failure, so that moving the view does not flood a server in trouble. */
const RETRY_MS = 5_000

const timeOf = (candle: Candle | undefined): number => candle?.timestamp ?? 0
const oldestOf = ({ earlier, last }: CandleWindow): Candle | undefined => (earlier[0] ?? last)?.candle
const openedBefore = (candles: readonly Candle[], time: number) => candles.filter(({ timestamp }) => timestamp < time)

/** The candles that are shown, oldest first. */
const shownOf = ({ older, live, isJoined }: PastState): readonly Candle[] =>
  isJoined ? [...older, ...candlesOf(live)] : older

/** The page to load next for a need, if any. */
export function pageNeeded(state: PastState, need: PastNeed, now: number, limit: number): CandlePage | undefined {
  const { older, live, isWhole, isJoined, failedAt } = state
  if (now - failedAt < RETRY_MS) return undefined
  const [oldest, newest] = [older[0] ?? oldestOf(live), older.at(-1)]
  if (need.older && !isWhole && oldest) return { before: oldest.timestamp, limit }
  if (need.newer && !isJoined && newest) return { since: newest.timestamp + 1, limit }
  return undefined
}

/** The state, all of whose shown candles may have changed. */
const withAll = (state: PastState): PastState => ({
  ...state,
  change: { kind: 'reset', candles: shownOf(state), isAtNewest: state.isJoined },
})

/** The state, of whose shown candles only what changed of the live ones has. */
function withChange(state: PastState, change: CandleChange): PastState {
  if (change.kind === 'reset' || !state.isJoined) return withAll(state)
  return { ...state, change: { ...change, oldest: state.older[0]?.timestamp ?? change.oldest } }
}

/** Drops the oldest candles of a list that is too long. */
function withoutOldest(state: PastState): PastState {
  const excess = shownOf(state).length - CHART.maxHeldCandles
  return excess > 0 ? { ...state, older: state.older.slice(excess), isWhole: false } : state
}

function foldLive(state: PastState, { candles: live, change }: LiveCandles): PastState {
  const { live: before, isScrolled, isJoined } = state
  const [newest, newestBefore] = [timeOf(live.last?.candle), timeOf(before.last?.candle)]
  if (live.last === undefined || newest < newestBefore) return withAll({ ...INITIAL_PAST, live })
  if (!isJoined) return { ...state, live }
  const first = timeOf(oldestOf(live))
  if (!isScrolled || first === timeOf(oldestOf(before))) return withChange({ ...state, live }, change)
  // After a long outage the new window may begin after the old one's end: what lies between was never received.
  const overlaps = before.last === undefined || newestBefore >= first
  const older = openedBefore(shownOf(state), first)
  return withChange(withoutOldest({ ...state, live, older, isJoined: overlaps }), change)
}

function foldOlder(state: PastState, page: CandlePage, candles: readonly Candle[]): PastState {
  const before = openedBefore(candles, timeOf(shownOf(state)[0]))
  const next = { ...state, older: [...before, ...state.older], isWhole: candles.length < page.limit }
  const shown = shownOf(next)
  if (shown.length <= CHART.maxHeldCandles) return next
  return { ...next, older: shown.slice(0, CHART.maxHeldCandles), isJoined: false }
}

function foldNewer(state: PastState, page: CandlePage, candles: readonly Candle[]): PastState {
  const first = timeOf(oldestOf(state.live))
  const isJoined = candles.length < page.limit || timeOf(candles.at(-1)) >= first
  return withoutOldest({ ...state, older: openedBefore([...state.older, ...candles], first), isJoined })
}

function foldPage(state: PastState, { page, result, at }: Extract<PastAction, { type: 'page' }>): PastState {
  if (result.kind !== 'history' && result.kind !== 'empty') return { ...state, status: 'failed', failedAt: at }
  const { before = Infinity, since = -Infinity } = page
  const candles = (result.kind === 'history' ? result.history.candles : []).filter(
    (candle) => candle.timestamp < before && candle.timestamp >= since && isCoherent(candle),
  )
  const loaded: PastState = { ...state, status: 'idle' }
  return withAll(page.since === undefined ? foldOlder(loaded, page, candles) : foldNewer(loaded, page, candles))
}

/** Reducer of the past. Never throws; returns the same object if nothing changed. */
export function foldPast(state: PastState, action: PastAction): PastState {
  switch (action.type) {
    case 'live':
      return foldLive(state, action.live)
    case 'requested':
      return { ...state, status: 'loading', isScrolled: true }
    case 'idle':
      return state.status === 'loading' ? { ...state, status: 'idle' } : state
    case 'newest':
      return state.isJoined ? state : withAll({ ...INITIAL_PAST, live: state.live })
    case 'page':
      return foldPage(state, action)
  }
}

/** Older candles of one pair and timeframe, loaded page by page while they are subscribed to. */
export interface PastCandles {
  /** What changes of the candles, without holes that the server could fill; at first, all of them. */
  readonly changes$: Observable<CandleChange>
  /** State of the latest page; replays its current value. */
  readonly status$: Observable<PastState['status']>
  /** Loads the next page at an end that the view comes close to; a request that it no longer needs is cancelled. */
  readonly need: (need: PastNeed) => void
  /** Returns to the newest candles. */
  readonly toNewest: () => void
}

interface PastDeps {
  /** The newest candles each time that they change; at first, as they are. */
  readonly live$: Observable<LiveCandles>
  /** Emits once, never errors, and aborts on unsubscription. */
  readonly fetchPage: (page: CandlePage) => Observable<HistoryResult>
  /** Wall clock, unix ms. */
  readonly now: () => number
}

const isSamePage = (a: CandlePage | undefined, b: CandlePage | undefined): boolean =>
  a?.before === b?.before && a?.since === b?.since && (a === undefined) === (b === undefined)

export function createPastCandles({ live$, fetchPage, now }: PastDeps): PastCandles {
  const needs = new Subject<PastNeed | 'newest'>()

  const state$ = new Observable<PastState>((subscriber) => {
    let state = INITIAL_PAST

    function fold(action: PastAction): void {
      const next = foldPast(state, action)
      if (next === state) return
      state = next
      subscriber.next(state)
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

  return {
    changes$: state$.pipe(
      distinctUntilKeyChanged('change'),
      map((state, index) => (index === 0 ? withAll(state) : state).change),
    ),
    status$: state$.pipe(
      map(({ status }) => status),
      distinctUntilChanged(),
    ),
    need: (need) => needs.next(need),
    toNewest: () => needs.next('newest'),
  }
}
