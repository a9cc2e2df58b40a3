import { streamCadenceSeconds } from '#contract/cadence.ts'
import type { PairId } from '#contract/pairs.ts'
import type { SignalSource, StrategyParts } from '#contract/strategies/definition.ts'
import { streamKey } from '#contract/stream-keys.ts'
import type { SignalUpdate } from '../signal-extractors/extract.ts'
import { collectEvidence, type Evidence, type RuleEvidence, type PreparedSource } from './collect-evidence.ts'
import { decide, type TracedDecision } from './decide.ts'
import type { MarketState } from './market-state.ts'

/** Past BUY and SELL decisions of a strategy on one pair; times in unix ms of market time. */
export interface TradeHistory {
  readonly lastAt: number | null
  /** UTC day (days since 1970) that `count` refers to. */
  readonly day: number
  readonly count: number
}

export const NO_TRADES: TradeHistory = { lastAt: null, day: 0, count: 0 }

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const dayOf = (at: number): number => Math.floor(at / DAY_MS)

/** The trade history after a BUY or SELL. */
export const recordTrade = (trades: TradeHistory, at: number): TradeHistory => ({
  lastAt: at,
  day: dayOf(at),
  count: trades.day === dayOf(at) ? trades.count + 1 : 1,
})

/** A strategy prepared for repeated evaluation on one pair. */
export interface Prepared {
  readonly pair: PairId
  readonly sources: readonly PreparedSource[]
  /** Keys of the streams it subscribes to. */
  readonly keys: ReadonlySet<string>
  readonly rules: readonly RuleEvidence[]
  readonly risk: StrategyParts['risk_parameters']
}

const isFor = (filter: readonly string[] | null, value: string): boolean =>
  filter === null || filter.length === 0 || filter.includes(value)

/** Its key is empty if its filters exclude the pair. */
export const prepareSource = (source: SignalSource, pair: PairId): PreparedSource => ({
  source,
  key:
    isFor(source.symbol_filter, pair) && isFor(source.exchange_filter, 'kraken')
      ? streamKey(pair, source.stream_category, source.stream_subcategory)
      : '',
  cadenceSeconds: streamCadenceSeconds(source.stream_subcategory),
})

/** Sources whose filters exclude the pair stay in their rules, but never emit a signal there. */
export function prepare(parts: StrategyParts, pair: PairId): Prepared {
  const sources = parts.signal_sources.map((source) => prepareSource(source, pair))
  return {
    pair,
    sources,
    keys: new Set(sources.map(({ key }) => key).filter((key) => key !== '')),
    rules: parts.confluence_rules.map((rule) => ({
      rule_id: rule.id,
      name: rule.name,
      operator: rule.operator,
      custom_function: rule.custom_function ?? null,
      inputs: rule.source_ids.map((source_id) => ({ source_id })),
      needed: {
        minimum_sources: rule.minimum_sources,
        minimum_total_weight: rule.minimum_total_weight,
        consensus_threshold: rule.consensus_threshold,
        max_time_spread_seconds: rule.max_time_spread_seconds,
      },
    })),
    risk: parts.risk_parameters,
  }
}

/** The state of a strategy's risk gates at a time, from its trade history. */
export const riskEvidence = (
  risk: StrategyParts['risk_parameters'],
  trades: TradeHistory,
  at: number,
): Evidence['risk'] => ({
  min_signal_strength: { needed: risk.min_signal_strength ?? null },
  signal_cooldown_minutes: {
    needed: risk.signal_cooldown_minutes ?? null,
    reached: trades.lastAt === null ? null : (at - trades.lastAt) / MINUTE_MS,
  },
  max_daily_trades: { needed: risk.max_daily_trades ?? null, reached: trades.day === dayOf(at) ? trades.count : 0 },
})

/** Evaluates a strategy on a market state at a time (unix ms of market time). Pure and deterministic. */
export function evaluate(strategy: Prepared, market: MarketState, trades: TradeHistory, at: number): TracedDecision {
  return decide({
    decided_at: at,
    symbol: strategy.pair,
    sources: strategy.sources.map((source) => collectEvidence(source, market, at)),
    rules: strategy.rules,
    risk: riskEvidence(strategy.risk, trades, at),
  })
}

/** A decision and the state after it. */
export interface StepResult extends TracedDecision {
  readonly trades: TradeHistory
  /** Ids of the sources whose stream had a new entry. */
  readonly renewed: ReadonlySet<string>
}

/**
 * [SG-60] Decides if one of the strategy's streams has a new entry, otherwise returns undefined. Used live and in
 * backtests.
 */
export function step(
  strategy: Prepared,
  market: MarketState,
  trades: TradeHistory,
  update: SignalUpdate,
): StepResult | undefined {
  const renewed = new Set(strategy.sources.filter(({ key }) => update.signals.has(key)).map(({ source }) => source.id))
  if (renewed.size === 0) return undefined
  const { outcome, trace } = evaluate(strategy, market, trades, update.at)
  const isTrade = outcome.decision_type !== 'HOLD'
  return { outcome, trace, renewed, trades: isTrade ? recordTrade(trades, update.at) : trades }
}
