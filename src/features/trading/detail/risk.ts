import type { RiskParameters } from '#contract/strategies/risk.ts'
import { formatNumber, formatPercent, NOT_AVAILABLE } from '#src/ui/format/number.ts'
import { createContext } from 'react'
import type { SignalSource } from '#contract/strategies/definition.ts'

/** Integers without decimals, other numbers with two. */
const trimmedNumber = (value: number): string => formatNumber(value, Number.isInteger(value) ? 0 : 2)
const isAbsent = (value: number | null | undefined): value is null | undefined => value === null || value === undefined
const percent = (value: number | null | undefined): string =>
  isAbsent(value) ? NOT_AVAILABLE : `${trimmedNumber(value)}%`

interface RiskItem {
  readonly label: string
  readonly value: string
}

/** In dollars for custom strategies; in percent of the account for templates and by default. */
const positionItem = ({ max_position_size: size, max_position_unit: unit }: RiskParameters): RiskItem =>
  unit === 'usd'
    ? { label: 'Max position size', value: isAbsent(size) ? NOT_AVAILABLE : `$${trimmedNumber(size)}` }
    : { label: 'Max position size %', value: percent(size) }

/** Risk parameters. The percentages are in percent; the signal strength is a fraction. */
export const riskItems = (risk: RiskParameters): readonly RiskItem[] => [
  positionItem(risk),
  { label: 'Stop loss %', value: percent(risk.stop_loss_percentage) },
  { label: 'Take profit %', value: percent(risk.take_profit_percentage) },
  { label: 'Min signal strength %', value: formatPercent(risk.min_signal_strength) },
]

export const NO_DECISIONS = 'No decisions generated yet. Waiting for market conditions to meet strategy criteria.'

/** The sources of the strategy whose details are open. */
export const StrategySources = createContext<readonly SignalSource[]>([])
