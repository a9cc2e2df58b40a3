import type { Availability } from '#contract/strategies/availability.ts'
import type { Decision, Why } from '#contract/strategies/decisions.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import type { StrategyActivity } from '#contract/strategies/activity.ts'
import type { Backtest } from '#contract/strategies/backtest.ts'
import type { Strategy, StrategySummary, StrategyTemplate } from '#contract/strategies/responses.ts'
import type { TracedRule, TracedSource } from '#contract/strategies/trace.ts'
import { definitionOf } from '#src/machines/wizard/definition.ts'
import type { StrategyVersion, VersionDetails } from '#contract/strategies/versions.ts'
import { EMPTY_DRAFT, withRule, withSource } from '#src/machines/wizard/draft.ts'
import { CROSS, STRUCTURE } from '../client/wizard.ts'

/** Wall time of the data below: 2026-05-04 10:00:00 UTC. */
export const WALL = Date.UTC(2026, 4, 4, 10)
/** Market time then: a replayed 2019-06-30 12:00:00 UTC. */
export const MARKET = Date.UTC(2019, 5, 30, 12)

const DRAFT = withRule(
  withSource(withSource({ ...EMPTY_DRAFT, name: 'Alpha', description: 'Both' }, CROSS), STRUCTURE),
  {
    id: 'r1',
    name: 'Agreement',
    operator: 'and',
    minSignals: 2,
    confidenceThreshold: 0.6,
    sourceIds: [CROSS.id, STRUCTURE.id],
  },
)
/** As the wizard builds it. */
export const DEFINITION: CustomStrategy = definitionOf(DRAFT, WALL)

export const summary = (part: Partial<StrategySummary> = {}): StrategySummary => ({
  id: 's-1',
  name: 'Alpha',
  description: 'Both',
  exchanges: ['kraken'],
  symbols: ['BTCUSD'],
  status: 'active',
  version_number: 1,
  signal_sources: 2,
  confluence_rules: 1,
  created_at: WALL - 86_400_000,
  ...part,
})

export const strategy = (part: Partial<Strategy> = {}): Strategy => {
  const { signal_sources, confluence_rules, risk_parameters, exchanges, symbols, version } = DEFINITION
  return {
    id: 's-1',
    name: 'Alpha',
    description: 'Both',
    status: 'active',
    version_number: 1,
    created_at: WALL - 86_400_000,
    updated_at: WALL - 3_600_000,
    created_by: 'u-1',
    backtest_results: null,
    live_performance: null,
    signal_sources,
    confluence_rules,
    risk_parameters,
    exchanges,
    symbols,
    version,
    ...part,
  }
}

export const performance = (part: Partial<StrategyActivity> = {}): StrategyActivity => ({
  total_signals: 1_234,
  recent_signals: 7,
  last_decision: {
    timestamp: MARKET - 120_000,
    decision_type: 'HOLD',
    why: 'Agreement: too few sources on this side',
  },
  performance_metrics: {
    signals_per_minute: 1.4,
    avg_confidence: 0.7256,
    decisions_generated: 200,
    decision_distribution: { BUY: 12.5, SELL: 7.5, HOLD: 80 },
  },
  ...part,
})

export const NO_PERFORMANCE: StrategyActivity = {
  total_signals: 0,
  recent_signals: 0,
  last_decision: null,
  performance_metrics: {
    signals_per_minute: 0,
    avg_confidence: null,
    decisions_generated: 0,
    decision_distribution: { BUY: 0, SELL: 0, HOLD: 0 },
  },
}

export const decision = (part: Partial<Decision> = {}): Decision => ({
  id: 'd-2',
  symbol: 'BTCUSD',
  decision_type: 'HOLD',
  confidence: 0.42,
  strength: 0.31,
  timestamp: MARKET - 120_000,
  version_number: 1,
  ...part,
})

/** Three versions of Alpha, of which each differs from the one before. */
export const VERSIONS: readonly StrategyVersion[] = [3, 2, 1].map((version_number) => ({
  version_number,
  name: 'Alpha',
  created_at: WALL - (4 - version_number) * 3_600_000,
  decisions: 100 * version_number,
}))

/** The stop loss is as far as the version's number. */
export const version = (version_number: number): VersionDetails => ({
  version_number,
  created_at: WALL - (4 - version_number) * 3_600_000,
  definition: {
    ...DEFINITION,
    risk_parameters: { ...DEFINITION.risk_parameters, stop_loss_percentage: version_number },
  },
})

export const tracedSource = (part: Partial<TracedSource> = {}): TracedSource => ({
  source_id: CROSS.id,
  name: CROSS.name,
  message_id: '1-0',
  as_of: MARKET - 150_000,
  age_seconds: 30,
  cadence_seconds: 60,
  value: 0.72,
  confidence: 0.81,
  weight: 1,
  timeframe: null,
  vote: 'BUY',
  discarded: null,
  needed: { threshold_buy: 0.6, threshold_sell: 0.6, min_confidence: 0.5, max_age_seconds: 300 },
  ...part,
})

export const tracedRule = (part: Partial<TracedRule> = {}): TracedRule => ({
  rule_id: 'r1',
  name: 'Agreement',
  operator: 'and',
  custom_function: null,
  inputs: [
    { source_id: CROSS.id, excluded: null },
    { source_id: STRUCTURE.id, excluded: 'too_old' },
  ],
  needed: { minimum_sources: 2, minimum_total_weight: 0.6, consensus_threshold: 0.6, max_time_spread_seconds: 60 },
  reached: { sources: 1, total_weight: 0.5, consensus: 0.81, average: null },
  side: 'BUY',
  unmet: ['minimum_sources', 'minimum_total_weight'],
  strength: 0.72,
  ...part,
})

export const why = (part: Partial<Why> = {}): Why => ({
  decision: decision(),
  trace: {
    decided_at: MARKET - 120_000,
    symbol: 'BTCUSD',
    sources: [
      tracedSource(),
      tracedSource({
        source_id: STRUCTURE.id,
        name: STRUCTURE.name,
        age_seconds: 480,
        value: -0.2,
        vote: null,
        discarded: 'too_old',
      }),
    ],
    rules: [tracedRule()],
    risk: {
      min_signal_strength: { needed: 0.6, reached: 0.72 },
      signal_cooldown_minutes: { needed: 5, reached: null },
      max_daily_trades: { needed: null, reached: 0 },
    },
    blocked_by: ['rules'],
  },
  nearest_miss: {
    toward: 'BUY',
    sentence: 'It would have been BUY had Market Structure Analysis said at least +0.60.',
    changes: [],
  },
  ...part,
})

/** Two sources: one that always counts, and one that rarely does. */
export const AVAILABILITY: Availability = {
  hours_covered: 24,
  sources: [
    { source_id: CROSS.id, counted: 1, voted: 0.12, excluded: { no_signal: 0, too_old: 0, low_confidence: 0 } },
    {
      source_id: STRUCTURE.id,
      counted: 0.62,
      voted: 0.08,
      excluded: { no_signal: 0.06, too_old: 0.02, low_confidence: 0.3 },
    },
  ],
}

export const BACKTEST: Backtest = {
  symbol: 'BTCUSD',
  from: MARKET - 86_400_000,
  to: MARKET,
  hours_asked: 24,
  hours_covered: 24,
  hours_recomputed: 6,
  evaluations: 1_440,
  decisions: 36,
  decisions_per_hour: 1.5,
  shares: { BUY: 0.015, SELL: 0.01, HOLD: 0.975 },
  rules: [{ rule_id: 'r1', name: 'Agreement', blocked: 1_400, alone: 1_380 }],
  gates: [],
  blocking_rule: { rule_id: 'r1', name: 'Agreement' },
  moves: [
    {
      after_minutes: 15,
      decisions: 36,
      mean: 0.12,
      baseline: { mean: 0.01, low: -0.08, high: 0.1 },
      result: 'better than random',
    },
    { after_minutes: 60, decisions: 3, mean: null, baseline: null, result: 'too few decisions to say' },
  ],
  notes: ['6 hours were computed again from stored candles.'],
}

export const template = (part: Partial<StrategyTemplate> = {}): StrategyTemplate => ({
  id: 'conservative',
  name: 'Conservative Trend Following',
  description: 'Follows the slow timeframes',
  signal_sources_count: 2,
  complexity: 'Low',
  recommended_for: ['Beginners', 'Trending markets'],
  signal_sources: DEFINITION.signal_sources,
  confluence_rules: DEFINITION.confluence_rules,
  risk_parameters: { max_position_size: 2, max_position_unit: 'pct', stop_loss_percentage: 1.5 },
  ...part,
})
