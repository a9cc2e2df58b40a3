import type { Candle } from '#contract/candles.ts'
import { MINUTE_S } from '../store/fold.ts'

/** A minute that changed or is over. */
export interface MinuteReport {
  readonly kind: 'partial' | 'closed'
  readonly candle: Candle
}

/**
 * Makes closed minutes of a pair out of rows that only ever describe a running one: a minute is over when a later one
 * begins or when the clock says so. A minute without a trade has no row; it is filled with the close before it.
 */
export interface MinuteAssembler {
  /** The last minute that was reported closed, or is known from the history. */
  lastClosed(): Candle | undefined
  /** Goes on after the newest candle of the past, unless it is further already. */
  startAfter(candle: Candle): void
  /** Takes the rows of one frame, oldest first. Rows of closed minutes count for nothing. */
  ingest(rows: readonly Candle[]): MinuteReport[]
  /** Takes minutes that are known to be over, without a hole among them. */
  ingestClosed(candles: readonly Candle[]): MinuteReport[]
  /** Closes what was over at a moment (unix seconds) of the exchange's clock. Only while rows would have come in. */
  closeElapsed(atS: number): MinuteReport[]
  /** The minutes up to the next row are lost: nothing may be filled in for them. */
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
  /** False when minutes may have passed unseen since the last one. */
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
      // Of the rows of a snapshot only the newest is still running.
      return reports.filter(({ kind }, index) => kind === 'closed' || index === reports.length - 1)
    },

    ingestClosed(candles) {
      const fresh = candles.filter(({ timestamp }) => timestamp > (last?.timestamp ?? -1))
      if (fresh.length > 0) isContiguous = true
      return fresh.map(close)
    },

    closeElapsed(atS) {
      const reports = running && running.timestamp + MINUTE_S <= atS ? [close(running)] : []
      return running ? reports : [...reports, ...fillUntil(atS - (atS % MINUTE_S))]
    },

    markGap() {
      isContiguous = false
      running = undefined
    },
  }
}
