import type { Signal } from '#contract/payloads/signals.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import type { Probabilities } from './probabilities.ts'

export interface SignalContext {
  readonly id: string
  readonly name: string
  readonly timeframe: Timeframe
  /** Opening of the candle in unix seconds, and its close. */
  readonly timestamp: number
  readonly close: number
  readonly latencyMs: number
}

/** The more likely of up and down; HOLD if flat is more likely than both, or if they are equal. */
function directionOf({ up, down, flat }: Probabilities): Signal['signal_type'] {
  if (up === down || (flat > up && flat > down)) return 'HOLD'
  return up > down ? 'BUY' : 'SELL'
}

const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits

/**
 * Converts a model's probabilities to a signal. `confidence` is the probability of the call, `strength` the difference
 * between up and down. Models provide no stops.
 */
export function signalOf(probabilities: Probabilities, model: SignalContext): Signal {
  const { up, down, flat } = probabilities
  const direction = directionOf(probabilities)
  return {
    signal_type: direction,
    confidence: direction === 'BUY' ? up : direction === 'SELL' ? down : Math.max(flat, up, down),
    strength: Math.abs(up - down),
    timeframe: model.timeframe,
    entry_price: model.close,
    stop_loss: null,
    take_profit: null,
    source: model.name,
    model_id: model.id,
    latency_ms: round(model.latencyMs, 2),
    candle_timestamp: model.timestamp,
  }
}
