import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { firstValueFrom, Subject, timer, type Subscription } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import { TIMEFRAMES, type Timeframe } from '#contract/timeframes.ts'
import { createArchiver } from './archiver.ts'
import { errorMessage } from './backoff.ts'
import { loadHistory } from './history.ts'
import type {
  CandleArchive,
  MarketDeps,
  MarketEvent,
  MarketService,
  MarketSource,
  MinuteEvent,
  Observation,
  SourceEvent,
} from './ports.ts'
import { CAPACITY } from './store/builder.ts'
import { MINUTE_S } from './store/fold.ts'
import { createCandleStore } from './store/store.ts'
import { restartOnFailure } from './restart-on-failure.ts'
import { createHealthIssues } from './health-issues.ts'

/** Candles that open further ahead of the market clock than this are rejected as garbage. */
const MAX_AHEAD_S = 3_600
/** How long `start` waits for minute history, then for coarser candles; anything later arrives as a `history` event. */
const MINUTES_GRACE_MS = 5_000
const COARSE_GRACE_MS = 2_000
/** Takes a few milliseconds to ingest. */
const CANDLES_PER_CHUNK = 10_000

/** Combines source, store and archive: loads the history, then goes live, and describes every issue in a sentence. */
export function createMarketService(source: MarketSource, deps: MarketDeps, archive?: CandleArchive): MarketService {
  const store = createCandleStore(() => source.clock.now() / 1000 + MAX_AHEAD_S)
  const events = new Subject<MarketEvent>()
  const issues = createHealthIssues((reason) => {
    deps.log.warn({ market: source.kind, reason }, reason === undefined ? 'market recovered' : 'market degraded')
    events.next(reason === undefined ? { kind: 'recovered' } : { kind: 'degraded', reason })
  })
  const archiver = archive && createArchiver(archive, deps, issues)
  const observations = new Map<PairId, Observation>()
  /** Events received while the history is still loading. */
  let buffered: SourceEvent[] | undefined = []
  let feed: Subscription | undefined
  let lastSeeding: Promise<void> = Promise.resolve()
  const stopping = new AbortController()

  function ingestMinute(event: MinuteEvent): void {
    const result = store.ingest(event.pair, event.candle, event.kind === 'closed')
    if ('refused' in result) {
      // Log only the first: a feed that repeats itself must not fill the log. The counters have the rest.
      const isFirst = store.refused(event.pair)[result.refused] === 1
      if (isFirst) deps.log.warn({ pair: event.pair, candle: event.candle, reason: result.refused }, 'minute refused')
      return
    }
    observations.set(event.pair, { exchangeTime: event.exchangeTime, receivedAt: event.receivedAt })
    if (event.kind === 'closed') archiver?.add(event.pair, [event.candle])
    events.next({ ...event, rollups: result.rollups })
  }

  function handle(event: SourceEvent): void {
    issues.clear('feed')
    if (event.kind === 'degraded') issues.set('source', event.reason)
    else if (event.kind === 'recovered') issues.clear('source')
    else ingestMinute(event)
  }

  /** False for a minute that is already part of the loaded history. */
  function isNew(event: SourceEvent): boolean {
    if (event.kind !== 'partial' && event.kind !== 'closed') return true
    const { candles, lastIsComplete } = store.recent(event.pair, 'M1', 1)
    const [last] = candles
    if (!last) return true
    // The buffer may hold partial updates and the close of one minute, which runs in the store after the first of them.
    return lastIsComplete ? event.candle.timestamp > last.timestamp : event.candle.timestamp >= last.timestamp
  }

  function onFeedFailure(reason: string): void {
    issues.set('feed', `The ${source.kind} feed failed and is being restarted: ${reason}.`)
  }

  async function loadArchived(pair: PairId): Promise<void> {
    if (!archive) return
    try {
      const candles = await archive.load(pair, source.clock.now() / 1000 - CAPACITY.M1 * MINUTE_S)
      if (candles.length === 0) return
      await seedHistory(pair, 'M1', candles)
    } catch (error) {
      issues.set('archive', `Archived candles of ${pair} could not be read: ${errorMessage(error)}.`)
    }
  }

  /** Ingests history in chunks, each in its own event loop turn: months of minutes would block the process. */
  async function seedInChunks(pair: PairId, timeframe: Timeframe, candles: readonly Candle[]): Promise<void> {
    for (let from = 0; from < candles.length; from += CANDLES_PER_CHUNK) {
      await yieldToEventLoop()
      if (stopping.signal.aborted) return
      store.seed(pair, timeframe, candles.slice(from, from + CANDLES_PER_CHUNK))
    }
    events.next({ kind: 'history', pair, timeframe })
  }

  function seedHistory(...past: Parameters<typeof seedInChunks>): Promise<void> {
    lastSeeding = lastSeeding.then(() => seedInChunks(...past))
    return lastSeeding
  }

  /** Logs minutes missing between the archive and the source: the server was down for longer than the source remembers. */
  function logMissingMinutes(pair: PairId, [first]: readonly Candle[]): void {
    const [lastStored] = store.recent(pair, 'M1', 1).candles
    if (!lastStored || !first || first.timestamp <= lastStored.timestamp + MINUTE_S) return
    const [from, to] = [lastStored.timestamp + MINUTE_S, first.timestamp - MINUTE_S].map((at) => new Date(at * 1000))
    deps.log.warn({ pair, from, to }, 'minutes are lost: they passed while the server was down')
  }

  async function load(pair: PairId, timeframe: Timeframe): Promise<void> {
    const candles = await loadHistory(source, pair, timeframe, deps, issues, stopping.signal)
    if (timeframe === 'M1') {
      logMissingMinutes(pair, candles)
      archiver?.add(pair, candles)
    }
    await seedHistory(pair, timeframe, candles)
  }

  async function loadCoarse(pair: PairId): Promise<void> {
    for (const timeframe of TIMEFRAMES) if (timeframe !== 'M1') await load(pair, timeframe)
  }

  const grace = (ms: number) => firstValueFrom(timer(ms, deps.scheduler))

  return {
    store,
    events$: events.asObservable(),
    clock: source.clock,
    lastSeen: (pair) => observations.get(pair),
    notices: () => source.notices,
    describe() {
      const degraded = issues.text()
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
      feed = restartOnFailure(source, deps, onFeedFailure).subscribe((event) =>
        buffered ? buffered.push(event) : handle(event),
      )
      const minutesGrace = grace(MINUTES_GRACE_MS)
      await Promise.race([Promise.all(source.pairs.map(loadArchived)), minutesGrace])
      const minutes = Promise.all(source.pairs.map((pair) => load(pair, 'M1')))
      await Promise.race([minutes, minutesGrace])
      await lastSeeding
      const pending = buffered ?? []
      buffered = undefined
      for (const event of pending) if (isNew(event)) handle(event)
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
