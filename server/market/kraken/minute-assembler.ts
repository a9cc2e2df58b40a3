import type { Candle } from '#contract/candles.ts'
import { MINUTE_S } from '../store/fold.ts'

/** A minute that changed or closed. */
export interface MinuteReport {
  readonly kind: 'partial' | 'closed'
  readonly candle: Candle
}

/**
 * Builds the closed minutes of a pair from rows that only ever describe a running one: a minute closes when a later one
 * begins or by the clock. A minute without trades has no row; it is filled with the previous close.
 */
export interface MinuteAssembler {
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
