import { concat, defer, firstValueFrom, retry, Subject, throwError, timer, type Subscription } from 'rxjs'
import type { PairId } from '#contract/pairs.ts'
import { createArchiver } from './archiver.ts'
import { backoffMs, errorMessage } from './backoff.ts'
import { createHealthIssues } from './health-issues.ts'
import { createHistoryLoader } from './history.ts'
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
import { createCandleStore } from './store/store.ts'

/** Candles that open further ahead of the market clock than this are rejected as garbage. */
const MAX_AHEAD_S = 3_600
/** How long `start` waits for minute history, then for coarser candles unless it has archived minutes; what is later is a `history` event. */
const MINUTES_GRACE_MS = 5_000
const COARSE_GRACE_MS = 2_000
const RESTART = { baseMs: 1_000, capMs: 30_000 }

/** Combines source, store and archive: loads the history, then goes live, and describes every issue in a sentence. */
export function createMarketService(source: MarketSource, deps: MarketDeps, archive?: CandleArchive): MarketService {
  const store = createCandleStore(() => source.clock.now() / 1000 + MAX_AHEAD_S)
  const events = new Subject<MarketEvent>()
  const issues = createHealthIssues((reason) => {
    deps.log.warn({ market: source.kind, reason }, reason === undefined ? 'market recovered' : 'market degraded')
    events.next(reason === undefined ? { kind: 'recovered' } : { kind: 'degraded', reason })
  })
  const archiver = archive && createArchiver(archive, deps, issues)
  const history = createHistoryLoader({
    source,
    store,
    archive,
    archiver,
    market: deps,
    issues,
    onSeeded: (pair, timeframe) => events.next({ kind: 'history', pair, timeframe }),
  })
  const observations = new Map<PairId, Observation>()
  /** Events received while the history is still loading. */
  let buffered: SourceEvent[] | undefined = []
  let feed: Subscription | undefined

  function ingestMinute(event: MinuteEvent): void {
    const result = store.builderOf(event.pair).ingest(event.candle, event.kind === 'closed')
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

  /** The events of the source, restarted with backoff if it throws or completes. */
  const sourceEvents$ = concat(
    defer(() => source.events$),
    throwError(() => new Error('the feed ended')),
  ).pipe(
    retry({
      resetOnSuccess: true,
      delay(error, attempt) {
        issues.set('feed', `The ${source.kind} feed failed and is being restarted: ${errorMessage(error)}.`)
        return timer(backoffMs(RESTART, attempt, deps.random), deps.scheduler)
      },
    }),
  )

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
      feed = sourceEvents$.subscribe((event) => (buffered ? buffered.push(event) : handle(event)))
      const minutesGrace = grace(MINUTES_GRACE_MS)
      await Promise.race([Promise.all(source.pairs.map(history.loadArchived)), minutesGrace])
      const hasArchived = source.pairs.every((pair) => store.recent(pair, 'M1', 1).candles.length > 0)
      const minutes = Promise.all(source.pairs.map((pair) => history.load(pair, 'M1')))
      await Promise.race([minutes, minutesGrace])
      await history.settled()
      const pending = buffered ?? []
      buffered = undefined
      for (const event of pending) if (isNew(event)) handle(event)
      archiver?.start()
      const coarse = minutes.then(() => Promise.all(source.pairs.map(history.loadCoarse)))
      // Of archived minutes longer candles are made as well, and a process that takes over must not wait.
      if (!hasArchived) await Promise.race([coarse, grace(COARSE_GRACE_MS)])
    },
    async stop() {
      history.stop()
      feed?.unsubscribe()
      events.complete()
      await archiver?.stop()
    },
  }
}
