import type { RiskParameters } from '#contract/strategies/definition.ts'
import type { KeyValue } from '#src/ui/display/KeyValueList.tsx'
import { formatNumber, formatPercent, NOT_AVAILABLE } from '#src/ui/format/number.ts'

/** A number as it is, with at most two decimals. */
const trimmedNumber = (value: number): string => formatNumber(value, Number.isInteger(value) ? 0 : 2)
const percent = (value: number | null | undefined): string =>
  value === null || value === undefined ? NOT_AVAILABLE : `${trimmedNumber(value)}%`

/** Dollars in custom strategies, percent of the account in templates and where nothing else is said. */
function positionSize({ max_position_size: size, max_position_unit: unit }: RiskParameters): string {
  return unit === 'usd' && size !== null && size !== undefined ? `$${trimmedNumber(size)}` : percent(size)
}

/** The four figures of a strategy's risk. Percentages are percents, the signal strength is a fraction. */
export const riskItems = (risk: RiskParameters): readonly KeyValue[] => [
  { label: 'Max position size %', value: positionSize(risk) },
  { label: 'Stop loss %', value: percent(risk.stop_loss_percentage) },
  { label: 'Take profit %', value: percent(risk.take_profit_percentage) },
  { label: 'Min signal strength %', value: formatPercent(risk.min_signal_strength) },
]
