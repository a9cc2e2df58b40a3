import { catchError, concat, defer, EMPTY, from, mergeMap, retry, timer, type Observable } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import { backoffMs, errorMessage } from '../backoff.ts'
import type { MarketDeps, MinuteEvent } from '../ports.ts'
import { MINUTE_S } from '../store/fold.ts'
import type { HealthIssues } from '../health-issues.ts'
import type { KrakenRest } from './rest.ts'

/** A minute that changed or closed. */
export interface MinuteReport {
  readonly kind: 'partial' | 'closed'
  readonly candle: Candle
}

/**
 * Builds the closed minutes of a pair from rows that only ever describe a running one: a minute closes when a later one
 * begins or by the clock. A minute without trades has no row; it is filled with the previous close.
 */
interface MinuteAssembler {
  /** The last minute that was reported as closed or is known from the history. */
  lastClosed(): Candle | undefined
  /** Continues after the newest candle of the history, unless it is already further on. */
  startAfter(candle: Candle): void
  /** Ingests the rows of one frame, oldest first. Rows of closed minutes are ignored. */
  ingest(rows: readonly Candle[]): MinuteReport[]
  /** Ingests consecutive minutes that are known to be closed. */
  ingestClosed(candles: readonly Candle[]): MinuteReport[]
  /**
   * Closes minutes that ended by the given exchange time (unix seconds), and repeats the running one, so that a price
   * without trades is known to be the last. Only valid while rows would have arrived.
   */
  closeElapsed(atS: number): MinuteReport[]
  /** Marks the minutes up to the next row as lost, so that they are not filled in. */
  markGap(): void
}

/** A minute without a trade. */
const flatCandle = (timestamp: number, price: number): Candle => ({
  timestamp,
  open: price,
  high: price,
  low: price,
  close: price,
  volume: 0,
})

export function createMinuteAssembler(): MinuteAssembler {
  let last: Candle | undefined
  let running: Candle | undefined
  /** False when minutes may have been missed since the last one. */
  let isContiguous = true

  function close(candle: Candle): MinuteReport {
    last = candle
    running = undefined
    return { kind: 'closed', candle }
  }

  function fillUntil(timestamp: number): MinuteReport[] {
    const before = last
    if (!isContiguous || !before) return []
    const missing = Math.max(0, (timestamp - before.timestamp) / MINUTE_S - 1)
    return Array.from({ length: missing }, (_, index) =>
      close(flatCandle(before.timestamp + (index + 1) * MINUTE_S, before.close)),
    )
  }

  function ingestRow(row: Candle): MinuteReport[] {
    if (row.timestamp <= (last?.timestamp ?? -1) || row.timestamp < (running?.timestamp ?? -1)) return []
    const reports = running && running.timestamp < row.timestamp ? [close(running)] : []
    reports.push(...fillUntil(row.timestamp))
    isContiguous = true
    running = row
    return [...reports, { kind: 'partial', candle: row }]
  }

  return {
    lastClosed: () => last,

    startAfter(candle) {
      if (last && last.timestamp >= candle.timestamp) return
      last = candle
      if (running && running.timestamp <= candle.timestamp) running = undefined
    },

    ingest(rows) {
      const reports = rows.flatMap(ingestRow)
      // Only the newest row of a snapshot is still running.
      return reports.filter(({ kind }, index) => kind === 'closed' || index === reports.length - 1)
    },

    ingestClosed(candles) {
      const fresh = candles.filter(({ timestamp }) => timestamp > (last?.timestamp ?? -1))
      if (fresh.length > 0) isContiguous = true
      return fresh.map(close)
    },

    closeElapsed(atS) {
      if (running && running.timestamp + MINUTE_S > atS) return [{ kind: 'partial', candle: running }]
      const opening = atS - (atS % MINUTE_S)
      const closed = [...(running ? [close(running)] : []), ...fillUntil(opening)]
      if (!last || !isContiguous || opening !== last.timestamp + MINUTE_S) return closed
      return [...closed, { kind: 'partial', candle: flatCandle(opening, last.close) }]
    },

    markGap() {
      isContiguous = false
      running = undefined
    },
  }
}

/** Late rows of a minute may arrive for this long after its end, on the exchange's clock. */
const GRACE_S = 3

/** How long lost minutes are reported as an issue. */
const GAP_NOTICE_MS = 60_000

/** Missed minutes are requested up to three times: Kraken often refuses the first request after an outage. */
const REST_RETRY = { count: 2, baseMs: 2_000, capMs: 4_000 } as const

/** Formats the opening of a minute (unix seconds) in UTC. */
const formatMinute = (timestamp: number): string =>
  new Date(timestamp * 1000).toISOString().slice(0, 16).replace('T', ' ')

/** The rows of one pair in one frame. */
export interface RowBatch {
  readonly type: 'snapshot' | 'update'
  readonly rows: readonly Candle[]
  /** Exchange time in unix milliseconds. */
  readonly sentAt: number
}

/** Assembles one pair's minutes across connections, and fills gaps over REST. */
export interface CandleAssembler {
  /** Emits the resulting minutes and completes; takes a REST request when minutes were missed. */
  ingest(batch: RowBatch): Observable<MinuteEvent>
  /** Emits the minutes that ended by the given exchange time (unix milliseconds). */
  closeElapsed(exchangeMs: number): Observable<MinuteEvent>
  /** Continues after this candle, the newest of the history. */
  startAfter(candle: Candle): void
}

export function createCandleAssembler(
  pair: PairId,
  rest: KrakenRest,
  deps: MarketDeps,
  issues: HealthIssues,
): CandleAssembler {
  const minutes = createMinuteAssembler()
  const { label } = PAIRS[pair]
  let lastLossAt = 0

  function toEvent({ kind, candle }: MinuteReport, sentAt: number): MinuteEvent {
    const exchangeTime = kind === 'closed' ? (candle.timestamp + MINUTE_S) * 1000 : sentAt
    return { kind, pair, candle, exchangeTime, receivedAt: deps.now() }
  }

  const eventsOf = (reports: () => readonly MinuteReport[], sentAt: number): Observable<MinuteEvent> =>
    defer(() => from(reports().map((report) => toEvent(report, sentAt))))

  /** Reports the minutes between two openings (unix seconds) as permanently lost. */
  function reportLost(after: number, before: number, reason: string): void {
    const [from, to] = [formatMinute(after + MINUTE_S), formatMinute(before - MINUTE_S)]
    lastLossAt = deps.now()
    deps.log.warn({ pair, from, to, reason }, 'kraken: minutes are lost')
    issues.set(`gap ${pair}`, `Minutes of ${label} from ${from} to ${to} UTC are lost: ${reason}.`)
  }

  /** Reports which minutes between two openings (unix seconds) are missing from these candles, oldest first. */
  function reportAbsent(after: number, before: number, candles: readonly Candle[]): void {
    let known = after
    for (const timestamp of [...candles.map((candle) => candle.timestamp), before]) {
      if (timestamp > known + MINUTE_S)
        reportLost(known, timestamp, known === after ? 'Kraken no longer has them' : 'Kraken left them out')
      known = timestamp
    }
  }

  /**
   * Fetches the minutes missed while disconnected, up to the first one known again. Minutes that are not available stay
   * absent and are reported: all of them if the requests fail, the first ones if the outage took more than 12 hours.
   */
  function recoverGap(after: Candle, first: Candle, sentAt: number): Observable<MinuteEvent> {
    return defer(() => rest.candles(pair, 'M1', after.timestamp)).pipe(
      retry({
        count: REST_RETRY.count,
        delay: (_, attempt) => timer(backoffMs(REST_RETRY, attempt, deps.random), deps.scheduler),
      }),
      mergeMap((candles) => {
        const missed = candles.filter(({ timestamp }) => timestamp < first.timestamp)
        reportAbsent(after.timestamp, first.timestamp, missed)
        return eventsOf(() => {
          const reports = minutes.ingestClosed(missed)
          // What followed the last of them is unknown and must not be filled in.
          minutes.markGap()
          return reports
        }, sentAt)
      }),
      catchError((error: unknown) => {
        reportLost(after.timestamp, first.timestamp, errorMessage(error))
        return EMPTY
      }),
    )
  }

  return {
    ingest({ type, rows, sentAt }) {
      const last = minutes.lastClosed()
      const [first] = rows
      const ingested = eventsOf(() => minutes.ingest(rows), sentAt)
      if (type === 'update' || !last || !first || first.timestamp <= last.timestamp + MINUTE_S) return ingested
      minutes.markGap()
      return concat(recoverGap(last, first, sentAt), ingested)
    },
    closeElapsed: (exchangeMs) =>
      eventsOf(() => {
        if (deps.now() - lastLossAt > GAP_NOTICE_MS) issues.clear(`gap ${pair}`)
        return minutes.closeElapsed(Math.floor(exchangeMs / 1000) - GRACE_S)
      }, exchangeMs),
    startAfter: (candle) => minutes.startAfter(candle),
  }
}
