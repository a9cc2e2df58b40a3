import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import { TIMEFRAME_MINUTES, type Timeframe } from '#contract/timeframes.ts'
import { DAY_S, MINUTE_S } from '../store/fold.ts'
import { LOTS_PER_UNIT, stepsPerUnit, type DayMinutes } from './day.ts'
import { DAY_MINUTES } from './volatility-regimes.ts'

/** A range of a day's minutes as one candle. */
function candleOf(minutes: DayMinutes, pair: PairId, openingS: number, from: number, to: number): Candle {
  const steps = stepsPerUnit(pair)
  let high = -Infinity
  let low = Infinity
  let lots = 0
  for (let minute = from; minute < to; minute += 1) {
    high = Math.max(high, minutes.high[minute] ?? high)
    low = Math.min(low, minutes.low[minute] ?? low)
    lots += minutes.lots[minute] ?? 0
  }
  return {
    timestamp: openingS,
    open: (minutes.open[from] ?? 0) / steps,
    high: high / steps,
    low: low / steps,
    close: (minutes.close[to - 1] ?? 0) / steps,
    volume: lots / LOTS_PER_UNIT,
  }
}

/** Candles of a timeframe that open on a UTC day (days since 1970-01-01): all, or indices `first` up to `end`. */
export function candlesOfDay(
  minutes: DayMinutes,
  pair: PairId,
  timeframe: Timeframe,
  day: number,
  first = 0,
  end = DAY_MINUTES / TIMEFRAME_MINUTES[timeframe],
): Candle[] {
  const width = TIMEFRAME_MINUTES[timeframe]
  return Array.from({ length: end - first }, (_, index) => {
    const from = (first + index) * width
    return candleOf(minutes, pair, day * DAY_S + from * MINUTE_S, from, from + width)
  })
}
