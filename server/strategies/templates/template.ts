import type { RiskParameters } from '#contract/strategies/risk.ts'
import type { DataPath, RuleFunction, RuleOperator } from '#contract/strategies/names.ts'
import type { StrategyTemplate } from '#contract/strategies/responses.ts'
import type { Timeframe } from '#contract/timeframes.ts'

/** A source of a template; `stream` is the end of an id in the catalogue. */
export interface TemplateSource {
  readonly id: string
  readonly stream: string
  /** All timeframes of the stream by default. */
  readonly timeframes?: readonly Timeframe[]
  readonly weight: number
  readonly minConfidence: number
  readonly maxAgeS: number
  readonly threshold: number
  readonly volumeWeight?: boolean
  readonly dataPath?: DataPath
  readonly isInverted?: boolean
}

interface TemplateRule {
  readonly id: string
  readonly name: string
  readonly operator: RuleOperator
  readonly source_ids: readonly string[]
  readonly minimum_sources: number
  readonly minimum_total_weight: number
  readonly consensus_threshold: number
  readonly max_time_spread_seconds: number
  readonly custom_function?: RuleFunction
}

export interface Template {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly complexity: StrategyTemplate['complexity']
  readonly recommendedFor: readonly string[]
  readonly sources: readonly TemplateSource[]
  readonly rules: readonly TemplateRule[]
  readonly risk: RiskParameters
}

/** How long a source may be overdue: a few minutes, whatever its timeframe. */
export const OVERDUE_S = 300
