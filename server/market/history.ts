import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { firstValueFrom, fromEvent, race, timer } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import { TIMEFRAMES, type Timeframe } from '#contract/timeframes.ts'
import type { Archiver } from './archiver.ts'
import { backoffMs, errorMessage } from './backoff.ts'
import type { HealthIssues } from './health-issues.ts'
import type { CandleArchive, MarketDeps, MarketSource } from './ports.ts'
import { CAPACITY } from './store/builder.ts'
import { MINUTE_S } from './store/fold.ts'
import type { WritableCandleStore } from './store/store.ts'

/** Candles requested per timeframe: enough for the chart, the slowest indicator (500 bars) and the minute store. */
const HISTORY_LENGTHS: Record<Timeframe, number> = {
  M1: 86_400,
  M5: 2_000,
  M15: 2_000,
  M30: 2_000,
  H1: 1_440,
  H4: 720,
  D1: 400,
}
const RETRY = { baseMs: 5_000, capMs: 60_000 }
/** Takes a few milliseconds to ingest. */
const CANDLES_PER_CHUNK = 10_000

export interface HistoryDeps {
  readonly source: MarketSource
  readonly store: WritableCandleStore
  readonly archive: CandleArchive | undefined
  readonly archiver: Archiver | undefined
  readonly market: MarketDeps
  readonly issues: HealthIssues
  /** Called when candles of the past have been stored. */
  readonly onSeeded: (pair: PairId, timeframe: Timeframe) => void
}

/** Loads candles of the past into the store, retrying and reporting an issue while the source fails. */
export interface HistoryLoader {
  /** Stores the archived minutes of a pair. */
  readonly loadArchived: (pair: PairId) => Promise<void>
  /** Stores the source's candles of a pair. */
  load(pair: PairId, timeframe: Timeframe): Promise<void>
  /** Stores those of every timeframe above a minute, one after the other. */
  readonly loadCoarse: (pair: PairId) => Promise<void>
  /** Resolves when the candles loaded so far are stored. */
  settled(): Promise<void>
  stop(): void
}

export function createHistoryLoader(deps: HistoryDeps): HistoryLoader {
  const { source, store, archive, archiver, market, issues, onSeeded } = deps
  const stopping = new AbortController()
  let lastSeeding: Promise<void> = Promise.resolve()

  /** The source's candles; none once stopped. */
  async function fetchCandles(pair: PairId, timeframe: Timeframe): Promise<Iterable<readonly Candle[]>> {
    const key = `history ${pair} ${timeframe}`
    for (let attempt = 1; !stopping.signal.aborted; attempt += 1) {
      try {
        const parts = await source.history(pair, timeframe, HISTORY_LENGTHS[timeframe])
        issues.clear(key)
        return parts
      } catch (error) {
        issues.set(key, `No ${timeframe} history for ${PAIRS[pair].label}: ${errorMessage(error)}.`)
        const wait = timer(backoffMs(RETRY, attempt, market.random), market.scheduler)
        await firstValueFrom(race(wait, fromEvent(stopping.signal, 'abort')))
      }
    }
    return []
  }

  /**
   * Ingests history in chunks, of which each is made and ingested in turns of the event loop of its own: months of minutes would block
   * the process, and as objects take four times the memory that they have in the store.
   * @param onChunk called before a chunk is ingested
   */
  async function seedInChunks(
    pair: PairId,
    timeframe: Timeframe,
    parts: Iterable<readonly Candle[]>,
    onChunk: (chunk: readonly Candle[]) => void = () => undefined,
  ): Promise<void> {
    let chunk: Candle[] = []
    const ingest = () => {
      if (chunk.length === 0) return
      onChunk(chunk)
      store.builderOf(pair).seed(timeframe, chunk)
      chunk = []
    }
    for (const part of parts) {
      for (let from = 0; from < part.length; from += CANDLES_PER_CHUNK) {
        await yieldToEventLoop()
        if (stopping.signal.aborted) return
        chunk.push(...part.slice(from, from + CANDLES_PER_CHUNK))
        if (chunk.length >= CANDLES_PER_CHUNK) ingest()
      }
    }
    ingest()
    onSeeded(pair, timeframe)
  }

  function seed(...past: Parameters<typeof seedInChunks>): Promise<void> {
    lastSeeding = lastSeeding.then(() => seedInChunks(...past))
    return lastSeeding
  }

  /** Logs minutes missing between the archive and the source: the server was down for longer than the source remembers. */
  function logMissingMinutes(pair: PairId, [first]: readonly Candle[]): void {
    const [lastStored] = store.recent(pair, 'M1', 1).candles
    if (!lastStored || !first || first.timestamp <= lastStored.timestamp + MINUTE_S) return
    const [from, to] = [lastStored.timestamp + MINUTE_S, first.timestamp - MINUTE_S].map((at) => new Date(at * 1000))
    market.log.warn({ pair, from, to }, 'minutes are lost: they passed while the server was down')
  }

  async function load(pair: PairId, timeframe: Timeframe): Promise<void> {
    const parts = await fetchCandles(pair, timeframe)
    if (timeframe !== 'M1') return seed(pair, timeframe, parts)
    let isFirst = true
    await seed(pair, timeframe, parts, (chunk) => {
      if (isFirst) logMissingMinutes(pair, chunk)
      isFirst = false
      archiver?.add(pair, chunk)
    })
  }

  return {
    async loadArchived(pair) {
      if (!archive) return
      try {
        const candles = await archive.load(pair, source.clock.now() / 1000 - CAPACITY.M1 * MINUTE_S)
        if (candles.length > 0) await seed(pair, 'M1', [candles])
      } catch (error) {
        issues.set('archive', `Archived candles of ${pair} could not be read: ${errorMessage(error)}.`)
      }
    },
    load,
    async loadCoarse(pair) {
      for (const timeframe of TIMEFRAMES) if (timeframe !== 'M1') await load(pair, timeframe)
    },
    settled: () => lastSeeding,
    stop: () => stopping.abort(),
  }
}
