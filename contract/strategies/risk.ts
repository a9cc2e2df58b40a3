import * as z from 'zod/mini'
import { scoreSchema } from '../payloads/fields.ts'
import { STRATEGY } from '../limits.ts'
import { positionUnitSchema } from './names.ts'

const positive = z.number().check(z.positive())
const count = z.number().check(z.int(), z.nonnegative())

/** Risk limits. Percentages are in percent (2 is 2 %), `min_signal_strength` is a fraction. Null or absent: no limit. */
export const riskParametersSchema = z.object({
  max_position_size: z.nullish(positive),
  /** Dollars if absent. */
  max_position_unit: z.optional(positionUnitSchema),
  /** BUY and SELL decisions per UTC day of market time. */
  max_daily_trades: z.nullish(z.number().check(z.int(), z.positive())),
  stop_loss_percentage: z.nullish(positive),
  take_profit_percentage: z.nullish(z.number().check(z.nonnegative())),
  min_signal_strength: z.nullish(scoreSchema),
  /** Minutes of market time after a BUY or SELL without another one. */
  signal_cooldown_minutes: z.nullish(count),
})
export type RiskParameters = z.infer<typeof riskParametersSchema>

interface RiskBound {
  readonly field: keyof RiskParameters
  readonly holds: (risk: RiskParameters) => boolean
  /** The bound, and why it exists. */
  readonly error: string
}

const TYPING_ERROR = 'more is most likely a typing error'
const atMost = (value: number | null | undefined, max: number): boolean => (value ?? 0) <= max
/** Not by `toLocaleString`: its first call takes 50 ms, and this one is made while the server starts. */
const amount = (value: number): string => String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')

/** Bounds of the risk parameters of a new strategy. */
export const RISK_BOUNDS: readonly RiskBound[] = [
  {
    field: 'max_position_size',
    holds: ({ max_position_size: size, max_position_unit: unit }) =>
      unit === 'pct' || atMost(size, STRATEGY.maxPosition.maxUsd),
    error: `must be at most $${amount(STRATEGY.maxPosition.maxUsd)}: ${TYPING_ERROR}`,
  },
  {
    field: 'max_position_size',
    holds: ({ max_position_size: size, max_position_unit: unit }) =>
      unit !== 'pct' || atMost(size, STRATEGY.maxPosition.maxPct),
    error: `must be at most ${STRATEGY.maxPosition.maxPct}%, the whole account`,
  },
  {
    field: 'stop_loss_percentage',
    holds: ({ stop_loss_percentage: stop }) => (stop ?? 0) < STRATEGY.stopLossBelow,
    error: `must be below ${STRATEGY.stopLossBelow}%, where the price would be 0`,
  },
  {
    field: 'take_profit_percentage',
    holds: ({ take_profit_percentage: target }) => atMost(target, STRATEGY.takeProfitMax),
    error: `must be at most ${amount(STRATEGY.takeProfitMax)}%: ${TYPING_ERROR}`,
  },
  {
    field: 'signal_cooldown_minutes',
    holds: ({ signal_cooldown_minutes: minutes }) => atMost(minutes, STRATEGY.cooldownMaxMinutes),
    error: `must be at most ${amount(STRATEGY.cooldownMaxMinutes)} minutes, 7 days`,
  },
  {
    field: 'max_daily_trades',
    holds: ({ max_daily_trades: trades }) => atMost(trades, STRATEGY.maxDailyTrades),
    error: `must be at most ${amount(STRATEGY.maxDailyTrades)}, one a minute`,
  },
]
