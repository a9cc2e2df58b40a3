import { createHash } from 'node:crypto'
import { BACKTEST } from '#contract/limits.ts'
import type { TemplateResult } from '#contract/strategies/template-results.ts'
import { createEvaluation } from '#server/backtests/run/evaluation.ts'
import { monthsOf, readingsOf } from '#server/backtests/run/months.ts'
import { maxDrawdown } from '#server/backtests/run/result.ts'
import { READINGS_VERSION } from '#server/backtests/readings/version.ts'
import type { ReadingsStore } from '#server/backtests/readings/store.ts'
import {
  closeAtEnd,
  closeIfForced,
  equityAt,
  execute,
  newAccount,
  type AccountStep,
} from '#server/backtests/trading/account.ts'
import { candleAt, rowFrom, type CandleColumns } from '#server/backtests/trading/candle-columns.ts'
import {
  buyAndHold,
  createExitSearch,
  createShift,
  profitOf,
  simulate,
  type DecisionColumns,
  type RowDecision,
  toDecisionColumns,
} from '#server/backtests/trading/simulate.ts'
import { termsOf, type TradingTerms } from '#server/backtests/trading/terms.ts'
import { prepare } from '#server/strategies/evaluator/evaluate.ts'
import type { Template } from '#server/strategies/templates/template.ts'
import { strategyFrom, TEMPLATES } from '#server/strategies/templates/templates.ts'
import type { RecordedSpan } from './spans.ts'
import { TRIALS, type Trial } from './trials.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Identifies the analysis and the templates that results were made from. */
export const templatesHash = (): string =>
  createHash('sha256')
    .update(JSON.stringify([READINGS_VERSION, TEMPLATES, TRIALS]))
    .digest('hex')
    .slice(0, 16)

/** A template over a span, and the profit in dollars of the same decisions moved later by a number of rows. */
export interface SpanRun {
  readonly outcome: TemplateResult['spans'][number]
  readonly rows: number
  /** By UTC day. */
  readonly returns: readonly number[]
  readonly profitOfShift: (shift: number) => number
}

/** The walk of `simulate` with a size of its own for each order; the equity of each minute. */
function walkSized(
  candles: CandleColumns,
  decisions: DecisionColumns,
  terms: TradingTerms,
  sizeAt: (row: number) => number,
): { readonly equity: Float64Array; readonly trades: number } {
  const equity = new Float64Array(candles.length)
  let account = newAccount(terms)
  let trades = 0
  let next = 0
  const take = (step: AccountStep) => {
    account = step.account
    if (step.trade) trades += 1
  }
  for (let row = 0; row < candles.length; row += 1) {
    const isOrdered = next < decisions.length && (decisions.row[next] ?? 0) < row
    if (isOrdered || account.position) {
      const candle = candleAt(candles, row)
      if (isOrdered) {
        const direction = decisions.direction[next] === 1 ? 1 : -1
        const position = { share: sizeAt(row) }
        take(execute(account, { direction, decidedAt: candle.timestamp * 1_000 }, candle, { ...terms, position }))
        next += 1
      }
      take(closeIfForced(account, candle, terms))
      if (row === candles.length - 1) take(closeAtEnd(account, candle, terms))
    }
    equity[row] = equityAt(account, candles.close[row] ?? 0)
  }
  return { equity, trades }
}

function dailyReturns({ at }: CandleColumns, equity: Float64Array, capital: number): number[] {
  const ends = new Map<number, number>()
  equity.forEach((value, row) => ends.set(Math.floor((at[row] ?? 0) / DAY_MS), value))
  const values = [capital, ...ends.values()]
  return values.slice(1).map((value, day) => value / (values[day] ?? value) - 1)
}

async function decisionsOf(
  template: Template,
  { pair, candles }: RecordedSpan,
  store: ReadingsStore,
): Promise<RowDecision[]> {
  const from = candles.at[0] ?? 0
  const to = (candles.at[candles.length - 1] ?? 0) + MINUTE_MS
  const strategy = strategyFrom(template, { name: template.name, exchange: 'kraken', pair })
  const prepared = prepare(strategy, pair)
  const evaluation = createEvaluation(prepared, { from, to })
  for (const month of monthsOf(from, to)) {
    const name = `research ${pair}`
    const deps = { store, pair, dataSet: name, onMinutes: () => {}, onUnsaved: console.error }
    const readings = await readingsOf(month, candles, prepared.keys, deps)
    if (readings) evaluation.add(readings)
  }
  return evaluation.result().decisions.map(({ at, side }) => ({ row: rowFrom(candles, at - MINUTE_MS), side }))
}

/** Backtests a template with the settings that the form begins with, long only. */
export async function runTemplate(
  template: Template,
  span: RecordedSpan,
  store: ReadingsStore,
  sizeOf?: Trial['sizeOf'],
): Promise<SpanRun> {
  const { pair, months, candles } = span
  const from = candles.at[0] ?? 0
  const to = (candles.at[candles.length - 1] ?? 0) + MINUTE_MS
  const terms = termsOf(
    {
      pair,
      data_set: '',
      from,
      to,
      capital: BACKTEST.capital.initial,
      fee_pct: BACKTEST.fee.initial,
      slippage: { half_spread_pct: BACKTEST.halfSpread.initial, range_share: BACKTEST.rangeShare.initial },
      allow_short: false,
    },
    template.risk,
  )
  const decisions = await decisionsOf(template, span, store)
  const sizeAt = sizeOf?.(candles)
  const plain = sizeAt ? undefined : simulate(candles, decisions, terms)
  const sized = sizeAt && walkSized(candles, toDecisionColumns(decisions), terms, sizeAt)
  const equity = plain?.equity ?? sized?.equity ?? new Float64Array()
  const shifted = createShift(decisions, candles.length)
  const searchExit = createExitSearch(candles)
  const rounded = (value: number) => Number(value.toFixed(4))
  return {
    rows: candles.length,
    returns: dailyReturns(candles, equity, terms.capital),
    profitOfShift: (shift) =>
      sizeAt
        ? (walkSized(candles, shifted(shift), terms, sizeAt).equity.at(-1) ?? 0) - terms.capital
        : profitOf(candles, shifted(shift), terms, searchExit),
    outcome: {
      pair,
      from,
      to,
      months,
      return: rounded((equity.at(-1) ?? terms.capital) / terms.capital - 1),
      holding: rounded(buyAndHold(candles, terms) / terms.capital - 1),
      max_drawdown: rounded(maxDrawdown(equity, terms.capital) / 100),
      trades: plain?.trades.length ?? sized?.trades ?? 0,
    },
  }
}
