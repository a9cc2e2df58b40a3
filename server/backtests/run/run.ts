import type { BACKTEST_PHASES } from '#contract/backtests/jobs.ts'
import type { BacktestSettings } from '#contract/backtests/request.ts'
import type { BacktestResult } from '#contract/backtests/result.ts'
import type { StrategyParts } from '#contract/strategies/definition.ts'
import { prepare } from '#server/strategies/evaluator/evaluate.ts'
import { createSharedRules } from '#server/strategies/evaluator/shared-rules.ts'
import { contributionsOf, followParts } from '../contributions/contributions.ts'
import type { ReadingsStore } from '../readings/store.ts'
import { reportInput, reportOf } from '../report/report.ts'
import { rowFrom, sliceRows, type CandleColumns } from '../trading/candle-columns.ts'
import { simulate, type RowDecision } from '../trading/simulate.ts'
import { termsOf } from '../trading/terms.ts'
import { createEvaluation, type SpanDecision } from './evaluation.ts'
import { monthsOf, readingsOf } from './months.ts'
import { resultOf } from './result.ts'

const MINUTE_MS = 60_000
/** Of the random numbers in reports: the same run has the same report. */
const SEED = 1

export interface RunRequest {
  readonly strategy: StrategyParts
  readonly settings: BacktestSettings
  /** Candles of the span, and before it from `warmUpFrom` on. */
  readonly candles: CandleColumns
  /** Definitions that the user has tried on this pair and span, this one included. */
  readonly variants: number
}

export interface RunDeps {
  readonly store: ReadingsStore
  /** Share of a phase that is done, 0 to 1. */
  readonly onProgress: (phase: (typeof BACKTEST_PHASES)[number], done: number) => void
}

/** The rows in whose minutes the decisions were made. */
const rowsOf = (candles: CandleColumns, decisions: readonly SpanDecision[]): RowDecision[] =>
  decisions.map(({ at, side }) => ({ row: rowFrom(candles, at - MINUTE_MS), side }))

function gapNote(missing: number, all: number): string[] {
  if (missing / all < 0.01) return []
  return [`${missing.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} minutes have no candle.`]
}

/** Runs a backtest: readings, decisions, trades. Throws with a reason for the user if there are no candles. */
export async function runBacktest(
  { strategy, settings, candles, variants }: RunRequest,
  { store, onProgress }: RunDeps,
): Promise<BacktestResult> {
  const { pair, to } = settings
  // A minute that opened before the span belongs to it as little as one that closes after it.
  const from = Math.ceil(settings.from / MINUTE_MS) * MINUTE_MS
  const span = sliceRows(candles, rowFrom(candles, from), rowFrom(candles, to - MINUTE_MS + 1))
  if (span.length === 0) throw new Error('There are no candles in this span.')
  const prepared = prepare(strategy, pair)
  const shared = createSharedRules(prepared.sources)
  const parts = followParts(strategy, pair, shared)
  const evaluation = createEvaluation(prepared, { from, to }, shared, parts.add)
  const months = monthsOf(from, to)
  const firstRow = rowFrom(candles, months[0]?.from ?? from)
  const lastRow = rowFrom(candles, months.at(-1)?.to ?? to)
  let minutes = 0
  let isUnsaved = false
  for (const month of months) {
    const readings = await readingsOf(month, candles, prepared.keys, {
      store,
      pair,
      dataSet: settings.data_set,
      onMinutes(count) {
        minutes += count
        onProgress('readings', Math.min(1, minutes / (lastRow - firstRow)))
      },
      onUnsaved() {
        isUnsaved = true
      },
    })
    if (readings) evaluation.add(readings)
  }
  const decided = evaluation.result()
  const terms = termsOf(settings, strategy.risk_parameters)
  const decisions = rowsOf(span, decided.decisions)
  onProgress('trades', 0)
  const simulation = simulate(span, decisions, terms)
  const finished = { candles: span, decisions, terms, simulation, seed: SEED }
  onProgress('report', 0)
  const report = reportOf(reportInput({ ...finished, variants }))
  const contributions = contributionsOf({ ...finished, leftOut: parts.leftOut(), votes: parts.votes })
  const all = Math.floor((to - from) / MINUTE_MS)
  const missing = Math.max(0, all - span.length)
  const notes = [
    ...gapNote(missing, all),
    ...(isUnsaved ? ['The analysis could not be stored: the next backtest of this span computes it again.'] : []),
  ]
  return resultOf(span, decided, simulation, terms, { missing, notes, report, contributions })
}
