import { isCandle, type Candle } from '#contract/candles.ts'
import { TIMEFRAME_MINUTES, TIMEFRAMES, type Timeframe } from '#contract/timeframes.ts'
import type { RefusalReason, Rollup } from '../ports.ts'
import {
  foldMinutes,
  isOnGrid,
  joinCandles,
  MINUTE_S,
  openingOf,
  ROLLUP_TIMEFRAMES,
  rollUp,
  secondsOf,
  mergeCandles,
  widen,
} from './fold.ts'
import { createSeries, type Series } from './series.ts'

/** Candles retained per pair and timeframe; 69 days of minutes. */
export const CAPACITY: Record<Timeframe, number> = {
  M1: 100_000,
  M5: 20_000,
  M15: 10_000,
  M30: 6_000,
  H1: 4_000,
  H4: 2_000,
  D1: 2_000,
}

/** The roll-ups that a minute changed, or why it was refused. */
export type IngestResult = { readonly rollups: readonly Rollup[] } | { readonly refused: RefusalReason }

/** Builds the candles of one pair from its minutes: a running minute is replaced, a closed one is appended. */
export interface CandleBuilder {
  ingest(candle: Candle, closed: boolean): IngestResult
  /** Merges closed candles of the past, replacing existing ones: the source is authoritative. */
  seed(timeframe: Timeframe, candles: readonly Candle[]): void
  closed(timeframe: Timeframe): Series
  /** The running candle, if any. */
  running(timeframe: Timeframe): Candle | undefined
  refused(): Readonly<Record<RefusalReason, number>>
}

const perTimeframe = <T>(make: (timeframe: Timeframe) => T): ReadonlyMap<Timeframe, T> =>
  new Map(TIMEFRAMES.map((timeframe) => [timeframe, make(timeframe)]))

/** @param maxOpening latest accepted opening, in unix seconds: one minute too far ahead would shut out all real ones. */
export function createCandleBuilder(maxOpening: () => number): CandleBuilder {
  const series = perTimeframe((timeframe) => createSeries(CAPACITY[timeframe]))
  /** Closed minutes of each timeframe's running candle, folded. */
  const openRollups = new Map<Timeframe, Candle>()
  let minute: Candle | undefined
  const refusals = { incoherent: 0, 'off-grid': 0, ahead: 0, 'out-of-order': 0, duplicate: 0 }

  function closed(timeframe: Timeframe): Series {
    const found = series.get(timeframe)
    if (!found) throw new Error(`no series of ${timeframe}`)
    return found
  }

  function refusalOf(candle: Candle): RefusalReason | undefined {
    if (!isCandle(candle)) return 'incoherent'
    if (!isOnGrid(candle, 'M1')) return 'off-grid'
    if (candle.timestamp > maxOpening()) return 'ahead'
    const last = closed('M1').last()?.timestamp ?? -1
    if (candle.timestamp === last) return 'duplicate'
    return candle.timestamp < Math.max(last, minute?.timestamp ?? -1) ? 'out-of-order' : undefined
  }

  function append(timeframe: Timeframe, candle: Candle): void {
    const last = closed(timeframe).last()
    if (!last || last.timestamp < candle.timestamp) closed(timeframe).push(candle)
    openRollups.delete(timeframe)
  }

  function close(timeframe: Timeframe, candle: Candle): Rollup {
    append(timeframe, candle)
    return { timeframe, candle, closed: true }
  }

  function applyMinute(timeframe: Timeframe, candle: Candle, isClosed: boolean): Rollup[] {
    const rollups: Rollup[] = []
    const older = openRollups.get(timeframe)
    if (older && older.timestamp < openingOf(candle.timestamp, timeframe)) rollups.push(close(timeframe, older))
    const open = openRollups.get(timeframe)
    const rolled = open ? joinCandles(open, candle) : widen(candle, timeframe)
    const completes = isClosed && candle.timestamp + MINUTE_S === rolled.timestamp + secondsOf(timeframe)
    if (completes) return [...rollups, close(timeframe, rolled)]
    if (isClosed) openRollups.set(timeframe, rolled)
    return [...rollups, { timeframe, candle: rolled, closed: false }]
  }

  /** End of the last closed minute, in unix seconds. */
  function closedUntil(): number {
    const last = closed('M1').last()
    return last ? last.timestamp + MINUTE_S : Infinity
  }

  /** The candles that will receive no more minutes. */
  function completeOnly(candles: readonly Candle[], timeframe: Timeframe): readonly Candle[] {
    const until = closedUntil() - secondsOf(timeframe)
    const end = candles.findLastIndex(({ timestamp }) => timestamp <= until) + 1
    return end === candles.length ? candles : candles.slice(0, end)
  }

  const all = (timeframe: Timeframe) => closed(timeframe).slice(0, Infinity)

  // From the next finer timeframe rather than minutes, which may not reach back to this candle's opening.
  function rebuildOpenRollups(): void {
    const last = closed('M1').last()
    if (!last) return
    let finer: Timeframe = 'M1'
    for (const timeframe of ROLLUP_TIMEFRAMES) {
      const opening = openingOf(last.timestamp, timeframe)
      const parts = closed(finer).slice(closed(finer).indexFrom(opening), Infinity)
      const finerBegun = openRollups.get(finer)
      const [rolled] = foldMinutes(finerBegun ? [...parts, finerBegun] : parts, timeframe)
      if (rolled && opening + secondsOf(timeframe) > closedUntil()) openRollups.set(timeframe, rolled)
      else if (rolled) append(timeframe, rolled)
      finer = timeframe
    }
  }

  function seedRollups(minuteCandles: readonly Candle[]): void {
    let finer = minuteCandles
    let weights: readonly number[] | undefined
    for (const timeframe of ROLLUP_TIMEFRAMES) {
      const { candles, minutes } = rollUp(finer, timeframe, weights)
      const past = completeOnly(candles, timeframe)
      const complete = past.filter((_, index) => minutes[index] === TIMEFRAME_MINUTES[timeframe])
      closed(timeframe).replace(mergeCandles(mergeCandles(past, all(timeframe)), complete))
      finer = candles
      weights = minutes
    }
  }

  /** True when these minutes follow everything stored, so that nothing needs merging. */
  function isAfterAll([first]: readonly Candle[]): boolean {
    if (!first || minute) return false
    return TIMEFRAMES.every((timeframe) => {
      const last = closed(timeframe).last()
      return !last || last.timestamp < openingOf(first.timestamp, timeframe)
    })
  }

  function extend(minutes: readonly Candle[]): void {
    for (const candle of minutes) closed('M1').push(candle)
    for (const timeframe of ROLLUP_TIMEFRAMES) {
      const open = openRollups.get(timeframe)
      const rolled = foldMinutes(open ? [open, ...minutes] : minutes, timeframe)
      const past = completeOnly(rolled, timeframe)
      for (const candle of past) append(timeframe, candle)
      const running = rolled[past.length]
      if (running) openRollups.set(timeframe, running)
    }
  }

  return {
    ingest(candle, isClosed) {
      const reason = refusalOf(candle)
      if (reason) {
        refusals[reason] += 1
        return { refused: reason }
      }
      if (isClosed) closed('M1').push(candle)
      minute = isClosed ? undefined : candle
      return { rollups: ROLLUP_TIMEFRAMES.flatMap((timeframe) => applyMinute(timeframe, candle, isClosed)) }
    },

    seed(timeframe, candles) {
      const isSound = (candle: Candle) => isCandle(candle) && isOnGrid(candle, timeframe)
      const sound = candles.every(isSound) ? candles : candles.filter(isSound)
      refusals.incoherent += candles.length - sound.length
      const past = timeframe === 'M1' ? sound : completeOnly(sound, timeframe)
      if (timeframe === 'M1' && isAfterAll(past)) return extend(past)
      const merged = mergeCandles(all(timeframe), past)
      closed(timeframe).replace(merged)
      if (timeframe === 'M1') seedRollups(merged)
      rebuildOpenRollups()
    },

    closed,

    running(timeframe) {
      if (timeframe === 'M1') return minute
      const open = openRollups.get(timeframe)
      if (!minute) return open
      return open ? joinCandles(open, minute) : widen(minute, timeframe)
    },

    refused: () => ({ ...refusals }),
  }
}
