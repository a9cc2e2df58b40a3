import type { RiskParameters } from '#contract/strategies/definition.ts'
import type { KeyValue } from '#src/ui/data/KeyValueList.tsx'
import { formatNumber, formatPercent, NOT_AVAILABLE } from '#src/ui/format/number.ts'

/** Integers without decimals, other numbers with two. */
const trimmedNumber = (value: number): string => formatNumber(value, Number.isInteger(value) ? 0 : 2)
const percent = (value: number | null | undefined): string =>
  value === null || value === undefined ? NOT_AVAILABLE : `${trimmedNumber(value)}%`

/** In dollars for custom strategies; in percent of the account for templates and by default. */
function positionSize({ max_position_size: size, max_position_unit: unit }: RiskParameters): string {
  return unit === 'usd' && size !== null && size !== undefined ? `$${trimmedNumber(size)}` : percent(size)
}

/** Risk parameters. The percentages are in percent; the signal strength is a fraction. */
export const riskItems = (risk: RiskParameters): readonly KeyValue[] => [
  { label: 'Max position size %', value: positionSize(risk) },
  { label: 'Stop loss %', value: percent(risk.stop_loss_percentage) },
  { label: 'Take profit %', value: percent(risk.take_profit_percentage) },
  { label: 'Min signal strength %', value: formatPercent(risk.min_signal_strength) },
]
