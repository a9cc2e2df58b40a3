import * as z from 'zod/mini'

export const STRATEGY_STATUSES = ['active', 'paused', 'stopped', 'testing'] as const
export const strategyStatusSchema = z.enum(STRATEGY_STATUSES)
/** Only active strategies decide. `testing` is set through the API only; such a strategy can be viewed and deleted. */
export type StrategyStatus = z.infer<typeof strategyStatusSchema>

/**
 * Allowed transitions. All others are rejected; setting the same status again changes nothing. For a minute a stop can be
 * taken back: the strategy becomes active or paused again.
 */
export const STATUS_CHANGES: Readonly<Record<StrategyStatus, readonly StrategyStatus[]>> = {
  active: ['paused', 'stopped'],
  paused: ['active', 'stopped'],
  stopped: [],
  testing: [],
}

/** Statuses in which a strategy can be edited. */
export const EDITABLE_STATUSES: readonly StrategyStatus[] = ['active', 'paused']

/** Why the server paused a strategy: its owner's account was deactivated or deleted, or the role may no longer trade. */
export const PAUSE_REASONS = ['account', 'role'] as const
export const pauseReasonSchema = z.enum(PAUSE_REASONS)
export type PauseReason = z.infer<typeof pauseReasonSchema>

export const SOURCE_TYPES = ['technical_indicator', 'analysis', 'advanced_analysis', 'signal', 'custom'] as const
export const sourceTypeSchema = z.enum(SOURCE_TYPES)
export type SourceType = z.infer<typeof sourceTypeSchema>

export const RULE_OPERATORS = ['and', 'or', 'weighted_average', 'majority_vote', 'custom_function'] as const
export const ruleOperatorSchema = z.enum(RULE_OPERATORS)
export type RuleOperator = z.infer<typeof ruleOperatorSchema>

/** Operators available in the wizard. */
export const WIZARD_OPERATORS = ['and', 'or'] as const satisfies readonly RuleOperator[]

/**
 * Valid values of a rule's `custom_function`; it is never code.
 * - `no_opposition`: at least one signal votes for the side and none against it; undecided ones are ignored.
 * - `two_thirds`: a side has at least two thirds of the counted weight.
 * - `strongest_signal`: the side of the signal with the most weight x confidence x strength.
 * - `slowest_leads`: the side of the signals of the coarsest timeframe, when no other signal takes the opposite one.
 */
export const RULE_FUNCTIONS = ['no_opposition', 'two_thirds', 'strongest_signal', 'slowest_leads'] as const
export const ruleFunctionSchema = z.enum(RULE_FUNCTIONS)
export type RuleFunction = z.infer<typeof ruleFunctionSchema>

/**
 * Valid values of a source's `transformation`; it changes the strength and preserves the direction.
 * - `sign`: full strength whenever there is a direction.
 * - `square_root`: lifts weak signals. `square`: lowers them.
 */
export const TRANSFORMATIONS = ['sign', 'square_root', 'square'] as const
export const transformationSchema = z.enum(TRANSFORMATIONS)
export type Transformation = z.infer<typeof transformationSchema>

/** Valid values of `data_path` for technical indicators: a single indicator instead of all of them. */
export const DATA_PATHS = ['ema', 'rsi', 'macd', 'bollinger_bands'] as const
export const dataPathSchema = z.enum(DATA_PATHS)
export type DataPath = z.infer<typeof dataPathSchema>

/** Timeframes as spelled in stream keys and strategy filters. */
export const STREAM_TIMEFRAMES = ['m1', 'm5', 'm15', 'm30', 'h1', 'h4', 'd1'] as const
export const streamTimeframeSchema = z.enum(STREAM_TIMEFRAMES)
export type StreamTimeframe = z.infer<typeof streamTimeframeSchema>

export const DECISION_TYPES = ['BUY', 'SELL', 'HOLD'] as const
export const decisionTypeSchema = z.enum(DECISION_TYPES)
export type DecisionType = z.infer<typeof decisionTypeSchema>
export type Side = Exclude<DecisionType, 'HOLD'>

/** Unit of `max_position_size`: dollars, or percent of the capital. */
export const POSITION_UNITS = ['usd', 'pct'] as const
export const positionUnitSchema = z.enum(POSITION_UNITS)
export type PositionUnit = z.infer<typeof positionUnitSchema>
