import type { Signal } from '#contract/analysis/signals.ts'
import { MODEL_LIMITS } from '#contract/limits.ts'
import type { Scoring } from '#contract/models/model.ts'
import { parseTimeframe, TIMEFRAME_MINUTES, type Timeframe } from '#contract/timeframes.ts'
import type { ClosedCandle } from '../ports.ts'
import type { ModelRow } from '../registry/rows.ts'
import { emptyTally, withAnswer, withFault, withOutcome, withUnready, type Tally } from './outcome.ts'

/** An active model that is scored: what it says now, and how it fared. */
export interface Contestant {
  readonly row: ModelRow
  readonly timeframe: Timeframe
  /** What it says of the newest closed candle; undefined while it has nothing to say. */
  signal(): Signal | undefined
  scoring(): Scoring
  tally(): Tally | undefined
  /** True while it is to be given vectors. */
  isRunning(): boolean
  /** A candle closed: judges what was said of the one before. */
  judge(closed: ClosedCandle): void
  answered(signal: Signal, at: number): void
  /** Its vector could not be made. */
  unready(missing: readonly string[], at: number): void
  failed(words: string, at: number): void
}

const MINUTE_S = 60

export function createContestant(row: ModelRow, kept: Tally | undefined): Contestant {
  const timeframe = parseTimeframe(row.timeframe) ?? 'M1'
  const lengthS = TIMEFRAME_MINUTES[timeframe] * MINUTE_S
  let tally = kept
  let signal: Signal | undefined
  let waiting: string | undefined = `Nothing was scored yet: the next closed ${row.timeframe} candle is the first.`
  let faultsInRow = 0
  let suspended: string | undefined

  const count = (at: number, change: (tally: Tally) => Tally) => {
    tally = change(tally ?? emptyTally(at))
  }

  return {
    row,
    timeframe,
    signal: () => signal,
    tally: () => tally,
    isRunning: () => suspended === undefined,
    scoring: () => {
      if (suspended !== undefined) return { state: 'suspended', reason: suspended }
      return waiting === undefined ? { state: 'scored', reason: null } : { state: 'waiting', reason: waiting }
    },
    judge({ candle, provenance }) {
      const said = signal
      // Only the very next candle judges; after a hole nobody knows what followed.
      if (!said || said.candle_timestamp !== candle.timestamp - lengthS) return
      count(provenance.exchange_time, (before) => withOutcome(before, said.signal_type, said.entry_price, candle.close))
    },
    answered(answer, at) {
      signal = answer
      waiting = undefined
      faultsInRow = 0
      count(at, (before) => withAnswer(before, answer.signal_type, answer.latency_ms ?? 0))
    },
    unready(missing, at) {
      signal = undefined
      waiting = `The indicators are still warming up or not defined here: ${missing.join(', ')}.`
      count(at, withUnready)
    },
    failed(words, at) {
      signal = undefined
      waiting = `The last answer failed: ${words}.`
      faultsInRow += 1
      count(at, withFault)
      if (faultsInRow < MODEL_LIMITS.failuresToSuspend) return
      suspended = `Stopped after ${faultsInRow} failures in a row: ${words}. Deactivate and activate it to try again.`
    },
  }
}
