import type { Candle } from '#contract/candles.ts'
import { trueRange } from './atr.ts'
import { fold, type Indicator } from './indicator.ts'

export interface Adx {
  /** Undefined until `period` values of DX are known, 13 candles after the two below. */
  readonly adx: number | undefined
  readonly plusDi: number
  readonly minusDi: number
}

interface State {
  readonly previous: Candle | undefined
  readonly count: number
  readonly range: number
  readonly plus: number
  readonly minus: number
  readonly dxCount: number
  readonly adx: number
}

const START: State = { previous: undefined, count: 0, range: 0, plus: 0, minus: 0, dxCount: 0, adx: 0 }

/** Wilder's directional index; undefined when price did not move. */
function directionalIndex(state: State): number | undefined {
  const sum = state.plus + state.minus
  return state.range > 0 && sum > 0 ? (100 * Math.abs(state.plus - state.minus)) / sum : undefined
}

function step(period: number, state: State, candle: Candle): State {
  const { previous } = state
  if (!previous) return { ...state, previous: candle }
  const up = candle.high - previous.high
  const down = previous.low - candle.low
  const decay = state.count < period - 1 ? 1 : 1 - 1 / period
  const next = {
    ...state,
    previous: candle,
    count: state.count + 1,
    range: state.range * decay + trueRange(candle, previous.close),
    plus: state.plus * decay + (up > 0 && up > down ? up : 0),
    minus: state.minus * decay + (down > 0 && down > up ? down : 0),
  }
  if (next.count < period) return next
  const dx = directionalIndex(next)
  const dxCount = state.dxCount + 1
  if (dxCount <= period) return { ...next, dxCount, adx: state.adx + (dx ?? 0) / period }
  return { ...next, dxCount, adx: dx === undefined ? state.adx : state.adx + (dx - state.adx) / period }
}

/**
 * Average directional index with both directional indicators (Wilder 1978), in percent, seeded as TA-Lib does: sums over the
 * first period - 1 moves, then Wilder smoothing; ADX starts as the mean of the first `period` values of DX. While price does
 * not move at all, DX is undefined and the average stays unchanged. (trading-signals divides by zero then and stays NaN, and
 * loses its seed when the very first candle is replaced.)
 */
export const createAdx = (period: number): Indicator<Adx> =>
  fold(
    START,
    (state, candle) => step(period, state, candle),
    (state) =>
      state.count < period || state.range === 0
        ? undefined
        : {
            adx: state.dxCount < period ? undefined : state.adx,
            plusDi: (100 * state.plus) / state.range,
            minusDi: (100 * state.minus) / state.range,
          },
  )
