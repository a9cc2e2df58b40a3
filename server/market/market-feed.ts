import { filter, map, merge, share, Subject, type Observable, type SchedulerLike, throttleTime } from 'rxjs'
import type { LiveUpdate, MarketOverview } from '#contract/messages.ts'
import { PAIRS, type PairId, parsePairs } from '#contract/pairs.ts'
import { SOCKET_PATHS } from '#contract/paths.ts'
import type { MarketKind } from '#contract/provenance.ts'
import { streamKey } from '#contract/stream-keys.ts'
import { toInterval, toStreamTimeframe, type Timeframe } from '#contract/timeframes.ts'
import type { MarketEvent, MarketService, Rollup, CandleStore } from './ports.ts'
import { secondsOf, addVolumes, DAY_S, openingOf } from './store/fold.ts'
import { changePct } from '#contract/candles.ts'

/** Fine enough for a 24-hour window, and available sooner after a start than a day of minutes. */
const WINDOW_TIMEFRAME = 'M5'

/** Interval of the overviews; 24-hour statistics change slowly. */
const OVERVIEW_INTERVAL_MS = 5_000

/** Emits an overview at the first change of a candle, then every few seconds while candles change. */
const overviewsOf = (service: MarketService, now: () => number, scheduler: SchedulerLike): Observable<MarketOverview> =>
  service.events$.pipe(
    filter(({ kind }) => kind === 'partial' || kind === 'closed'),
    throttleTime(OVERVIEW_INTERVAL_MS, scheduler, { leading: true, trailing: true }),
    map(() => toMarketOverview(service, now())),
  )

/** Last price and 24-hour statistics of every pair with candles. */
export function toMarketOverview(service: MarketService, now: number): MarketOverview {
  const { pairs } = service.describe()
  return {
    type: 'MarketOverview',
    timestamp: now,
    data: {
      pairs: parsePairs(pairs).flatMap((pair) => overviewOf(service.store, pair, service.clock.now())),
    },
  }
}

type PairOverview = MarketOverview['data']['pairs'][number]

/** An older price than this before the window says nothing about the price at its start: minutes are missing between. */
const MAX_GAP_S = 3_600

function overviewOf(store: CandleStore, pair: PairId, marketNow: number): PairOverview[] {
  const startS = openingOf(marketNow / 1000 - DAY_S, WINDOW_TIMEFRAME)
  const window = store.since(pair, WINDOW_TIMEFRAME, startS, DAY_S / secondsOf(WINDOW_TIMEFRAME) + 1).candles
  const last = store.recent(pair, 'M1', 1).candles[0]
  const first = window[0]
  if (!last || !first) return []
  const earlier = store.before(pair, WINDOW_TIMEFRAME, startS, 1).candles[0]
  const isKnownBefore = earlier !== undefined && startS - earlier.timestamp <= MAX_GAP_S
  const isDay = first.timestamp === startS || isKnownBefore
  // The window may open without a trade: the price is then still the one before it.
  const open = isKnownBefore && first.timestamp > startS ? earlier.close : first.open
  return [
    {
      trading_pair: PAIRS[pair].label,
      last: last.close,
      covered_seconds: isDay ? DAY_S : Math.round(marketNow / 1000) - first.timestamp,
      open_24h: open,
      change_24h_pct: isDay ? changePct(open, last.close) : null,
      high_24h: window.reduce((highest, { high }) => Math.max(highest, high), open),
      low_24h: window.reduce((lowest, { low }) => Math.min(lowest, low), open),
      volume_24h: window.reduce((sum, { volume }) => addVolumes(sum, volume), 0),
    },
  ]
}

type CandleEvent = Extract<MarketEvent, { kind: 'partial' | 'closed' }>

/** Position of a live update in its stream. */
interface LiveUpdateStamp {
  readonly market: MarketKind
  /** Closed candles so far. A client that sees a jump of more than one has missed a candle. */
  readonly seq: number
  /** Changes with every server start, because sequence numbers restart from zero. */
  readonly epoch: string
  readonly messageId: string
  /** Unix milliseconds, wall time. */
  readonly publishedAt: number
}

/** Converts a candle of one timeframe to the message of the market-data socket. */
function toLiveUpdate(event: CandleEvent, rollup: Rollup, stamp: LiveUpdateStamp): LiveUpdate {
  const { pair, exchangeTime, receivedAt } = event
  const { timeframe, candle, closed: isComplete } = rollup
  const length = secondsOf(timeframe)
  const remaining = candle.timestamp + length - exchangeTime / 1000
  return {
    type: 'LiveUpdate',
    data: {
      partial_candle: {
        ...candle,
        is_complete: isComplete,
        trading_pair: PAIRS[pair].label,
        time_remaining_seconds: isComplete ? 0 : Math.min(length, Math.max(0, remaining)),
      },
      provenance: {
        market: stamp.market,
        exchange_time: exchangeTime,
        received_at: receivedAt,
        published_at: stamp.publishedAt,
      },
    },
    timestamp: stamp.publishedAt,
    trading_pair: PAIRS[pair].label,
    timeframe: toInterval(timeframe),
    seq: stamp.seq,
    epoch: stamp.epoch,
    message_id: stamp.messageId,
  }
}

/** A message for all clients of the market-data socket. */
export interface MarketPublication {
  /** `tdp:kraken:BTCUSD:processed_candles:m1`, or `overview`. */
  readonly stream: string
  /** A closed candle must reach every client; anything else may be conflated (replaced by a newer one). */
  readonly delivery: 'lossless' | 'latest'
  readonly message: LiveUpdate | MarketOverview
}

/** A candle of a longer timeframe. Its message is built when it is first asked for, and is the same for all who ask. */
interface LongerCandle {
  readonly stream: string
  readonly rollup: Rollup
  /** Closed candles of its stream so far. */
  readonly seq: number
  readonly message: () => LiveUpdate
}

/** Number of closed candles of a stream, and the id of the last. */
interface StreamState {
  readonly length: number
  readonly last_message_id: string | null
}

/** The market-data socket: live candles, and every few seconds an overview of all pairs. */
export interface MarketFeed {
  readonly path: string
  /** One-minute candles and overviews. */
  readonly publications$: Observable<MarketPublication>
  /** The newest update of every pair and the overview, for a client that has just connected. */
  snapshot(): readonly (LiveUpdate | MarketOverview)[]
  /** Candles of a longer timeframe, whose messages are built only while they are subscribed to. */
  rollups(timeframe: Timeframe): {
    readonly publications$: Observable<MarketPublication>
    snapshot(): readonly LiveUpdate[]
  }
  /** The state of a client that missed nothing. */
  streams(): Record<string, StreamState>
}

export interface MarketFeedDeps {
  /** Unique per server start. */
  readonly epoch: string
  readonly now: () => number
  readonly scheduler: SchedulerLike
}

/** Subscribes to the market immediately; create it before the market starts. */
export function createMarketFeed(service: MarketService, { epoch, now, scheduler }: MarketFeedDeps): MarketFeed {
  const market = service.describe().kind
  const updates$ = new Subject<MarketPublication>()
  const longer$ = new Subject<LongerCandle>()
  const newest = new Map<PairId, LiveUpdate>()
  const newestLonger = new Map<string, LongerCandle>()
  const closed = new Map<PairId, StreamState>()
  let lastMs = 0
  let messages = 0

  function nextStamp(seq: number): LiveUpdateStamp {
    const publishedAt = now()
    // Ids must grow even if the clock goes backwards.
    lastMs = Math.max(lastMs, publishedAt)
    messages += 1
    return { market, seq, epoch, messageId: `${lastMs}-${messages}`, publishedAt }
  }

  function publish(event: CandleEvent): void {
    const isComplete = event.kind === 'closed'
    const before = closed.get(event.pair) ?? { length: 0, last_message_id: null }
    const stamp = nextStamp(before.length + (isComplete ? 1 : 0))
    closed.set(event.pair, isComplete ? { length: stamp.seq, last_message_id: stamp.messageId } : before)
    const message = toLiveUpdate(event, { timeframe: 'M1', candle: event.candle, closed: isComplete }, stamp)
    newest.set(event.pair, message)
    updates$.next({ stream: streamOf(event.pair, 'M1'), delivery: isComplete ? 'lossless' : 'latest', message })
    for (const rollup of event.rollups) publishLonger(event, rollup)
  }

  function publishLonger(event: CandleEvent, rollup: Rollup): void {
    const stream = streamOf(event.pair, rollup.timeframe)
    const seq = (newestLonger.get(stream)?.seq ?? 0) + (rollup.closed ? 1 : 0)
    let built: LiveUpdate | undefined
    const message = () => (built ??= toLiveUpdate(event, rollup, nextStamp(seq)))
    const longer = { stream, rollup, seq, message }
    newestLonger.set(stream, longer)
    longer$.next(longer)
  }

  service.events$.pipe(filter((event) => 'rollups' in event)).subscribe(publish)
  const overviews$ = overviewsOf(service, now, scheduler).pipe(
    map((message) => ({ stream: 'overview', delivery: 'latest' as const, message })),
  )

  return {
    path: SOCKET_PATHS.tdp,
    publications$: merge(updates$, overviews$).pipe(share()),
    snapshot: () => [...newest.values(), toMarketOverview(service, now())],
    rollups: (timeframe) => ({
      publications$: longer$.pipe(
        filter(({ rollup }) => rollup.timeframe === timeframe),
        map((longer) => ({
          stream: longer.stream,
          delivery: longer.rollup.closed ? ('lossless' as const) : ('latest' as const),
          message: longer.message(),
        })),
      ),
      snapshot: () =>
        [...newestLonger.values()]
          .filter(({ rollup }) => rollup.timeframe === timeframe)
          .map((longer) => longer.message()),
    }),
    streams: () => Object.fromEntries([...closed].map(([pair, state]) => [streamOf(pair, 'M1'), state])),
  }
}

const streamOf = (pair: PairId, timeframe: Timeframe): string =>
  streamKey(pair, 'processed_candles', toStreamTimeframe(timeframe))
