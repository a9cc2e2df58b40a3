import type { Signal } from '#contract/payloads/signals.ts'
import { MODEL_LIMITS } from '#contract/limits.ts'
import type { Scoring } from '#contract/models/model.ts'
import { parseTimeframe, TIMEFRAME_MINUTES, type Timeframe } from '#contract/timeframes.ts'
import type { ClosedCandle } from '../ports.ts'
import type { ModelRow } from '../registry/rows.ts'
import {
  emptyCounters,
  countResult,
  countFailure,
  countOutcome,
  countUnready,
  type ScoreCounters,
} from './score-counters.ts'

/** An active model that is scored: its current signal and its counters. */
export interface ModelRunner {
  readonly row: ModelRow
  readonly timeframe: Timeframe
  /** Signal for the newest closed candle; undefined if there is none. */
  signal(): Signal | undefined
  scoring(): Scoring
  counters(): ScoreCounters | undefined
  /** True unless scoring was suspended. */
  isRunning(): boolean
  /** Compares the previous signal with a closed candle. */
  recordOutcome(closed: ClosedCandle): void
  onResult(signal: Signal, at: number): void
  /** Called when the feature vector is incomplete. */
  onUnready(missing: readonly string[], at: number): void
  onFailure(message: string, at: number): void
}

const MINUTE_S = 60

export function createModelRunner(row: ModelRow, initial: ScoreCounters | undefined): ModelRunner {
  const timeframe = parseTimeframe(row.timeframe) ?? 'M1'
  const lengthS = TIMEFRAME_MINUTES[timeframe] * MINUTE_S
  let counters = initial
  let signal: Signal | undefined
  let waitingReason: string | undefined = `Waiting for the next closed ${row.timeframe} candle.`
  let consecutiveFailures = 0
  let suspendedReason: string | undefined

  const count = (at: number, change: (counters: ScoreCounters) => ScoreCounters) => {
    counters = change(counters ?? emptyCounters(at))
  }

  return {
    row,
    timeframe,
    signal: () => signal,
    counters: () => counters,
    isRunning: () => suspendedReason === undefined,
    scoring: () => {
      if (suspendedReason !== undefined) return { state: 'suspended', reason: suspendedReason }
      return waitingReason === undefined
        ? { state: 'scored', reason: null }
        : { state: 'waiting', reason: waitingReason }
    },
    recordOutcome({ candle, provenance }) {
      const call = signal
      // Only the next candle counts; after a gap the outcome is unknown.
      if (!call || call.candle_timestamp !== candle.timestamp - lengthS) return
      count(provenance.exchange_time, (before) =>
        countOutcome(before, call.signal_type, call.entry_price, candle.close),
      )
    },
    onResult(result, at) {
      signal = result
      waitingReason = undefined
      consecutiveFailures = 0
      count(at, (before) => countResult(before, result.signal_type, result.latency_ms ?? 0))
    },
    onUnready(missing, at) {
      signal = undefined
      waitingReason = `Indicators are missing or still warming up: ${missing.join(', ')}.`
      count(at, countUnready)
    },
    onFailure(message, at) {
      signal = undefined
      waitingReason = `The last inference failed: ${message}.`
      consecutiveFailures += 1
      count(at, countFailure)
      if (consecutiveFailures < MODEL_LIMITS.failuresToSuspend) return
      suspendedReason = `Stopped after ${consecutiveFailures} failures in a row: ${message}. Deactivate and activate it to try again.`
    },
  }
}
