import { STRATEGY } from '#contract/limits.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { type Backtest, TOO_FEW_DECISIONS, type Move, type MoveResult } from '#contract/strategies/backtest.ts'
import { BLOCKS, type Block } from '#contract/strategies/trace.ts'
import type { PreviewDecision, PreviewDecisions } from './decisions.ts'
import type { Yielder } from '#server/lib/yielder.ts'
import type { Side } from '#contract/strategies/names.ts'

/** A BUY or SELL at a minute of the series. */
export interface Entry {
  readonly index: number
  readonly side: Side
}

const SIGN = { BUY: 1, SELL: -1 } as const
/** Contains 95 of 100 shifted timings. */
const INTERVAL = { low: 0.025, high: 0.975 }

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN

function compare(count: number, reached: number, low: number, high: number): MoveResult {
  if (count < STRATEGY.backtestMinDecisions) return TOO_FEW_DECISIONS
  if (reached > high) return 'better than random'
  return reached < low ? 'worse than random' : 'no different from random'
}

/**
 * [SG-84] The mean price move after decisions, in percent towards their side, compared with the same decisions shifted in
 * time by every possible amount. The shifted timings keep the number of decisions, their sides and their clustering, so
 * only the timing is random, and the result is exact and repeatable.
 * @param prices one per minute
 */
export async function moveAfter(
  entries: readonly Entry[],
  prices: readonly number[],
  minutes: number,
  yielder: Yielder,
): Promise<Move> {
  const starts = Math.max(0, prices.length - minutes)
  const moves = Array.from({ length: starts }, (_, index) => {
    const [from, to] = [prices[index] ?? Number.NaN, prices[index + minutes] ?? Number.NaN]
    return 100 * (to / from - 1)
  })
  const done = entries.filter(({ index }) => index < starts)
  const reachedAt = (shift: number): number =>
    done.reduce((sum, { index, side }) => sum + SIGN[side] * (moves[(index + shift) % starts] ?? 0), 0) / done.length
  if (done.length === 0) {
    return { after_minutes: minutes, decisions: 0, mean: null, baseline: null, result: TOO_FEW_DECISIONS }
  }
  const timings: number[] = []
  for (let shift = 0; shift < starts; shift += 1) {
    await yielder.yieldIfDue()
    timings.push(reachedAt(shift))
  }
  const sorted = timings.toSorted((a, b) => a - b)
  const [low, high] = [quantile(sorted, INTERVAL.low), quantile(sorted, INTERVAL.high)]
  const reached = reachedAt(0)
  return {
    after_minutes: minutes,
    decisions: done.length,
    mean: reached,
    baseline: { mean: mean(timings), low, high },
    result: compare(done.length, reached, low, high),
  }
}

const MINUTE_MS = 60_000

/** How often each rule was not met, and how often it was the only one. */
function blockingRules(strategy: CustomStrategy, decisions: readonly PreviewDecision[]): Backtest['rules'] {
  return strategy.confluence_rules
    .map(({ id, name }) => {
      const blocked = decisions.filter(({ unmet }) => unmet.includes(id))
      return {
        rule_id: id,
        name,
        blocked: blocked.length,
        alone: blocked.filter(({ unmet }) => unmet.length === 1).length,
      }
    })
    .toSorted((a, b) => b.blocked - a.blocked || b.alone - a.alone)
}

const closedGates = (decisions: readonly PreviewDecision[]): Backtest['gates'] =>
  BLOCKS.filter((gate): gate is Exclude<Block, 'rules'> => gate !== 'rules')
    .map((gate) => ({ gate, blocked: decisions.filter(({ blockedBy }) => blockedBy.includes(gate)).length }))
    .filter(({ blocked }) => blocked > 0)

/** One price per minute; minutes without one repeat the last known price. */
function priceSeries({ minutes }: PreviewDecisions): { readonly from: number; readonly prices: readonly number[] } {
  const known = minutes.flatMap(({ at, price }) =>
    price === undefined ? [] : [{ minute: Math.round(at / MINUTE_MS), price }],
  )
  const [first] = known
  if (!first) return { from: 0, prices: [] }
  const prices: number[] = []
  for (const { minute, price } of known) {
    const last = prices.at(-1) ?? price
    while (prices.length < minute - first.minute) prices.push(last)
    prices[minute - first.minute] = price
  }
  return { from: first.minute, prices }
}

function entriesOf(decisions: readonly PreviewDecision[], from: number): Entry[] {
  return decisions.flatMap(({ decision_type: side, at }) =>
    side === 'HOLD' ? [] : [{ index: Math.max(0, Math.round(at / MINUTE_MS) - from), side }],
  )
}

function notesOf(
  strategy: CustomStrategy,
  pair: PairId,
  run: PreviewDecisions,
  hours: number,
  isTraded: boolean,
): string[] {
  const notes: string[] = []
  const covered = run.minutes.length / 60
  if (!isTraded) notes.push(`This server has no market for ${PAIRS[pair].label}, so there is nothing to test on.`)
  else if (covered < hours - 0.1) notes.push(`Only ${covered.toFixed(1)} of ${hours} hours are available.`)
  if (strategy.symbols.length > 1) notes.push(`Tested on ${PAIRS[pair].label} only.`)
  return notes
}

/** [SG-81] Summarises a run. */
export async function reportOf(
  strategy: CustomStrategy,
  pair: PairId,
  run: PreviewDecisions,
  { hours, isTraded }: { readonly hours: number; readonly isTraded: boolean },
  yielder: Yielder,
): Promise<Backtest> {
  const { decisions, minutes } = run
  const trades = decisions.filter(({ decision_type }) => decision_type !== 'HOLD')
  const covered = minutes.length / 60
  const share = (type: string) =>
    decisions.length === 0
      ? 0
      : decisions.filter(({ decision_type }) => decision_type === type).length / decisions.length
  const rules = blockingRules(strategy, decisions)
  const [mostBlocking] = rules
  const { from, prices } = priceSeries(run)
  const entries = entriesOf(trades, from)
  const moves: Backtest['moves'] = []
  for (const after of STRATEGY.backtestHorizons) moves.push(await moveAfter(entries, prices, after, yielder))
  return {
    symbol: pair,
    from: minutes[0]?.at ?? null,
    to: minutes.at(-1)?.at ?? null,
    hours_asked: hours,
    hours_covered: covered,
    hours_recomputed: minutes.filter(({ isRecomputed }) => isRecomputed).length / 60,
    evaluations: decisions.length,
    decisions: trades.length,
    decisions_per_hour: covered === 0 ? 0 : trades.length / covered,
    shares: { BUY: share('BUY'), SELL: share('SELL'), HOLD: share('HOLD') },
    rules,
    gates: closedGates(decisions),
    blocking_rule:
      mostBlocking && mostBlocking.blocked > 0 ? { rule_id: mostBlocking.rule_id, name: mostBlocking.name } : null,
    moves,
    notes: notesOf(strategy, pair, run, hours, isTraded),
  }
}
