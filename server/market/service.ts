import { setImmediate as nextTurn } from 'node:timers/promises'
import { firstValueFrom, Subject, timer, type Subscription } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import { TIMEFRAMES, type Timeframe } from '#contract/timeframes.ts'
import { createArchiver } from './archiver.ts'
import { reasonOf } from './backoff.ts'
import { loadHistory } from './history.ts'
import type {
  CandleArchive,
  MarketDeps,
  MarketEvent,
  MarketService,
  MarketSource,
  MinuteEvent,
  Sighting,
  SourceEvent,
} from './ports.ts'
import { CAPACITY } from './store/builder.ts'
import { MINUTE_S } from './store/fold.ts'
import { createCandleStore } from './store/store.ts'
import { supervised } from './supervise.ts'
import { createTroubles } from './troubles.ts'

/** How far ahead of the market clock a candle may open before it is taken for garbage. */
const AHEAD_S = 3_600
/** How long `start` waits for the minutes of the past, and then for coarser candles; later ones come as `history` events. */
const MINUTES_GRACE_MS = 5_000
const COARSE_GRACE_MS = 2_000
/** A few milliseconds of work. */
const CANDLES_PER_TURN = 10_000

/** Brings source, store and archive together: the past first, then live, and every trouble in words. */
export function createMarketService(source: MarketSource, deps: MarketDeps, archive?: CandleArchive): MarketService {
  const store = createCandleStore(() => source.clock.now() / 1000 + AHEAD_S)
  const events = new Subject<MarketEvent>()
  const troubles = createTroubles((reason) => {
    deps.log.warn({ market: source.kind, reason }, reason === undefined ? 'market recovered' : 'market degraded')
    events.next(reason === undefined ? { kind: 'recovered' } : { kind: 'degraded', reason })
  })
  const archiver = archive && createArchiver(archive, deps, troubles)
  const sightings = new Map<PairId, Sighting>()
  /** What came in while the past was still being read. */
  let waiting: SourceEvent[] | undefined = []
  let feed: Subscription | undefined
  let lastPast: Promise<void> = Promise.resolve()
  const stopping = new AbortController()

  function takeMinute(event: MinuteEvent): void {
    const taken = store.take(event.pair, event.candle, event.kind === 'closed')
    if ('refused' in taken) {
      // The rest is in the counts: a feed that repeats itself must not fill the log.
      const isFirst = store.refused(event.pair)[taken.refused] === 1
      if (isFirst) deps.log.warn({ pair: event.pair, candle: event.candle, reason: taken.refused }, 'minute refused')
      return
    }
    sightings.set(event.pair, { exchangeTime: event.exchangeTime, receivedAt: event.receivedAt })
    if (event.kind === 'closed') archiver?.keep(event.pair, [event.candle])
    events.next({ ...event, rollups: taken.rollups })
  }

  function take(event: SourceEvent): void {
    troubles.clear('feed')
    if (event.kind === 'degraded') troubles.set('source', event.reason)
    else if (event.kind === 'recovered') troubles.clear('source')
    else takeMinute(event)
  }

  /** False for a minute that the past which was just read holds already. */
  function isNews(event: SourceEvent): boolean {
    if (event.kind !== 'partial' && event.kind !== 'closed') return true
    const { candles, lastIsComplete } = store.recent(event.pair, 'M1', 1)
    const [last] = candles
    if (!last) return true
    // What waited may hold a minute's running forms and its close: after the first of them it runs in the store.
    return lastIsComplete ? event.candle.timestamp > last.timestamp : event.candle.timestamp >= last.timestamp
  }

  function failed(reason: string): void {
    troubles.set('feed', `The ${source.kind} feed failed and is being started again: ${reason}.`)
  }

  async function loadArchived(pair: PairId): Promise<void> {
    if (!archive) return
    try {
      const candles = await archive.load(pair, source.clock.now() / 1000 - CAPACITY.M1 * MINUTE_S)
      if (candles.length === 0) return
      await takePast(pair, 'M1', candles)
    } catch (error) {
      troubles.set('archive', `Kept candles of ${pair} could not be read: ${reasonOf(error)}.`)
    }
  }

  /** Takes a past in piece by piece, each on a turn of its own: months of minutes would keep the process busy. */
  async function takePieces(pair: PairId, timeframe: Timeframe, candles: readonly Candle[]): Promise<void> {
    for (let from = 0; from < candles.length; from += CANDLES_PER_TURN) {
      await nextTurn()
      if (stopping.signal.aborted) return
      store.seed(pair, timeframe, candles.slice(from, from + CANDLES_PER_TURN))
    }
    events.next({ kind: 'history', pair, timeframe })
  }

  function takePast(...past: Parameters<typeof takePieces>): Promise<void> {
    lastPast = lastPast.then(() => takePieces(...past))
    return lastPast
  }

  /** Minutes between what was kept and what the source still has: the server was away for longer than that. */
  function tellLost(pair: PairId, [first]: readonly Candle[]): void {
    const [kept] = store.recent(pair, 'M1', 1).candles
    if (!kept || !first || first.timestamp <= kept.timestamp + MINUTE_S) return
    const [from, to] = [kept.timestamp + MINUTE_S, first.timestamp - MINUTE_S].map((at) => new Date(at * 1000))
    deps.log.warn({ pair, from, to }, 'minutes are lost: they passed while the server was away')
  }

  async function load(pair: PairId, timeframe: Timeframe): Promise<void> {
    const candles = await loadHistory(source, pair, timeframe, deps, troubles, stopping.signal)
    if (timeframe === 'M1') {
      tellLost(pair, candles)
      archiver?.keep(pair, candles)
    }
    await takePast(pair, timeframe, candles)
  }

  async function loadCoarse(pair: PairId): Promise<void> {
    for (const timeframe of TIMEFRAMES) if (timeframe !== 'M1') await load(pair, timeframe)
  }

  const grace = (ms: number) => firstValueFrom(timer(ms, deps.scheduler))

  return {
    store,
    events$: events.asObservable(),
    clock: source.clock,
    seen: (pair) => sightings.get(pair),
    notices: () => source.notices,
    describe() {
      const degraded = troubles.text()
      return {
        kind: source.kind,
        label: source.label,
        ...(degraded === undefined ? {} : { degraded }),
        now: source.clock.now(),
        speed: source.clock.speed,
        pairs: [...source.pairs],
      }
    },
    async start() {
      feed = supervised(source, deps, failed).subscribe((event) => (waiting ? waiting.push(event) : take(event)))
      const minutesGrace = grace(MINUTES_GRACE_MS)
      await Promise.race([Promise.all(source.pairs.map(loadArchived)), minutesGrace])
      const minutes = Promise.all(source.pairs.map((pair) => load(pair, 'M1')))
      await Promise.race([minutes, minutesGrace])
      await lastPast
      const missed = waiting ?? []
      waiting = undefined
      for (const event of missed) if (isNews(event)) take(event)
      archiver?.start()
      const coarse = minutes.then(() => Promise.all(source.pairs.map(loadCoarse)))
      await Promise.race([coarse, grace(COARSE_GRACE_MS)])
    },
    async stop() {
      stopping.abort()
      feed?.unsubscribe()
      events.complete()
      await archiver?.stop()
    },
  }
}
