import { isCoherent, type Candle } from '#contract/candles.ts'
import { CHART } from '#contract/limits.ts'
import type { CandlePage, HistoryResult } from '../ports.ts'

/** The live candles of a view, and the older ones that were loaded for it. */
export interface PastState {
  /** Loaded candles, oldest first; all of them opened before the live ones. */
  readonly older: readonly Candle[]
  readonly live: readonly Candle[]
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
  | { readonly type: 'live'; readonly live: readonly Candle[] }
  | { readonly type: 'requested' | 'idle' | 'newest' }
  | { readonly type: 'page'; readonly page: CandlePage; readonly result: HistoryResult; readonly at: number }

export const INITIAL_PAST: PastState = {
  older: [],
  live: [],
  isJoined: true,
  isWhole: false,
  isScrolled: false,
  status: 'idle',
  failedAt: -Infinity,
}

/** Pause after a failure, so that moving the view does not flood a server in trouble. */
const RETRY_MS = 5_000

/** The page to load next for a need, if any. */
export function pageNeeded(state: PastState, need: PastNeed, now: number, limit: number): CandlePage | undefined {
  const { older, live, isWhole, isJoined, failedAt } = state
  if (now - failedAt < RETRY_MS) return undefined
  const [oldest, newest] = [older[0] ?? live[0], older.at(-1)]
  if (need.older && !isWhole && oldest) return { before: oldest.timestamp, limit }
  if (need.newer && !isJoined && newest) return { since: newest.timestamp + 1, limit }
  return undefined
}

const timeOf = (candle: Candle | undefined): number => candle?.timestamp ?? 0

/** Candles that opened before a time; the same list if all did. */
const openedBefore = (candles: readonly Candle[], timestamp: number): readonly Candle[] =>
  timeOf(candles.at(-1)) < timestamp ? candles : candles.filter((candle) => candle.timestamp < timestamp)

/** Drops the oldest candles of a list that is too long. */
function withoutOldest(state: PastState): PastState {
  const excess = state.older.length + state.live.length - CHART.maxHeldCandles
  return excess > 0 ? { ...state, older: state.older.slice(excess), isWhole: false } : state
}

function foldLive(state: PastState, live: readonly Candle[]): PastState {
  const { live: before, isScrolled, isJoined, older } = state
  const hasRestarted = before.length > 0 && timeOf(live.at(-1)) < timeOf(before.at(-1))
  if (live.length === 0 || hasRestarted) return { ...INITIAL_PAST, live }
  if (!isScrolled || !isJoined || live[0] === before[0]) return { ...state, live }
  const first = timeOf(live[0])
  // After a long outage the new window may begin after the old one's end: what lies between was never received.
  const last = before.at(-1)
  const overlaps = last === undefined || timeOf(last) >= first
  const left = overlaps ? openedBefore(before, first) : before
  const retained = [...openedBefore(older, Math.min(first, timeOf(before[0]) || first)), ...left]
  return withoutOldest({ ...state, live, older: retained, isJoined: overlaps })
}

function foldOlder(state: PastState, page: CandlePage, candles: readonly Candle[]): PastState {
  const older = [...candles, ...state.older]
  const held = CHART.maxHeldCandles
  const isWhole = candles.length < page.limit
  if (older.length + (state.isJoined ? state.live.length : 0) <= held) return { ...state, older, isWhole }
  const all = state.isJoined ? [...older, ...state.live] : older
  return { ...state, older: all.slice(0, held), isJoined: false, isWhole }
}

function foldNewer(state: PastState, page: CandlePage, candles: readonly Candle[]): PastState {
  const first = timeOf(state.live[0])
  const isJoined = candles.length < page.limit || timeOf(candles.at(-1)) >= first
  const older = [...state.older, ...openedBefore(candles, first)]
  const next = { ...state, older: isJoined ? openedBefore(older, first) : older, isJoined }
  return withoutOldest(next)
}

function foldPage(state: PastState, { page, result, at }: Extract<PastAction, { type: 'page' }>): PastState {
  if (result.kind !== 'history' && result.kind !== 'empty') return { ...state, status: 'failed', failedAt: at }
  const { before = Infinity, since = -Infinity } = page
  const candles = (result.kind === 'history' ? result.history.candles : []).filter(
    (candle) => candle.timestamp < before && candle.timestamp >= since && isCoherent(candle),
  )
  const loaded: PastState = { ...state, status: 'idle' }
  return page.since === undefined ? foldOlder(loaded, page, candles) : foldNewer(loaded, page, candles)
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
      return state.isJoined ? state : { ...INITIAL_PAST, live: state.live }
    case 'page':
      return foldPage(state, action)
  }
}
