import * as z from 'zod/mini'

export const STRATEGY_STATUSES = ['active', 'paused', 'stopped', 'testing'] as const
export const strategyStatusSchema = z.enum(STRATEGY_STATUSES)
/** Only active strategies decide. `testing` comes from the API alone: it is viewed and deleted, nothing else. */
export type StrategyStatus = z.infer<typeof strategyStatusSchema>

/** Statuses that one status may change to. Whatever is not listed here is refused; the same status again is no change. */
export const STATUS_CHANGES: Readonly<Record<StrategyStatus, readonly StrategyStatus[]>> = {
  active: ['paused', 'stopped'],
  paused: ['active', 'stopped'],
  stopped: [],
  testing: [],
}

/** Why the server paused a strategy: its owner's account was deactivated or deleted, or the role no longer allows trading. */
export const PAUSE_REASONS = ['account', 'role'] as const
export const pauseReasonSchema = z.enum(PAUSE_REASONS)
export type PauseReason = z.infer<typeof pauseReasonSchema>

export const SOURCE_TYPES = ['technical_indicator', 'analysis', 'advanced_analysis', 'signal', 'custom'] as const
export const sourceTypeSchema = z.enum(SOURCE_TYPES)
export type SourceType = z.infer<typeof sourceTypeSchema>

export const RULE_OPERATORS = ['and', 'or', 'weighted_average', 'majority_vote', 'custom_function'] as const
export const ruleOperatorSchema = z.enum(RULE_OPERATORS)
export type RuleOperator = z.infer<typeof ruleOperatorSchema>

/** The operators that the wizard offers. */
export const WIZARD_OPERATORS = ['and', 'or'] as const satisfies readonly RuleOperator[]

/**
 * What `custom_function` of a rule may name; it is never code.
 * - `no_opposition`: somebody takes the side and nobody the opposite one; the undecided do not count against it.
 * - `two_thirds`: a side has at least two thirds of the counted weight.
 * - `strongest_signal`: the side of the signal with the most weight x confidence x strength.
 * - `slowest_leads`: the side of the signals of the coarsest timeframe, when no other signal takes the opposite one.
 */
export const RULE_FUNCTIONS = ['no_opposition', 'two_thirds', 'strongest_signal', 'slowest_leads'] as const
export const ruleFunctionSchema = z.enum(RULE_FUNCTIONS)
export type RuleFunction = z.infer<typeof ruleFunctionSchema>

/**
 * What `transformation` of a source may name: applied to the strength, the direction stays.
 * - `sign`: full strength whenever there is a direction.
 * - `square_root`: lifts weak signals. `square`: lowers them.
 */
export const TRANSFORMATIONS = ['sign', 'square_root', 'square'] as const
export const transformationSchema = z.enum(TRANSFORMATIONS)
export type Transformation = z.infer<typeof transformationSchema>

/** What `data_path` of a source on technical indicators may name: this indicator alone instead of all together. */
export const DATA_PATHS = ['ema', 'rsi', 'macd', 'bollinger_bands'] as const
export const dataPathSchema = z.enum(DATA_PATHS)
export type DataPath = z.infer<typeof dataPathSchema>

/** Timeframes as stream keys and strategy filters spell them. */
export const STREAM_TIMEFRAMES = ['m1', 'm5', 'm15', 'm30', 'h1', 'h4', 'd1'] as const
export const streamTimeframeSchema = z.enum(STREAM_TIMEFRAMES)
export type StreamTimeframe = z.infer<typeof streamTimeframeSchema>

export const DECISION_TYPES = ['BUY', 'SELL', 'HOLD'] as const
export const decisionTypeSchema = z.enum(DECISION_TYPES)
export type DecisionType = z.infer<typeof decisionTypeSchema>
export type Side = Exclude<DecisionType, 'HOLD'>

/** Unit of `max_position_size`: dollars in custom strategies, percent of the account in templates. */
export const POSITION_UNITS = ['usd', 'pct'] as const
export const positionUnitSchema = z.enum(POSITION_UNITS)
export type PositionUnit = z.infer<typeof positionUnitSchema>
