import { humanize } from '#src/analysis/fields.ts'
import type { PatternsModel } from '#src/analysis/patterns.ts'
import type { PayloadHeader } from '#src/analysis/payload.ts'
import type { PlainValue } from '#src/analysis/plain-values.ts'
import { formatNumber, formatPrice } from '#src/ui/format/number.ts'

function formatValue({ name, value }: PlainValue, { pair }: PayloadHeader): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') return humanize(value)
  if (name === 'volume_ratio') return `${formatNumber(value, 2)}× average`
  return /support|resistance|price|level/.test(name) ? formatPrice(value, pair) : formatNumber(value, 2)
}

/** Market context of the patterns as formatted rows. */
export const contextRows = (context: PatternsModel['context'], header: PayloadHeader) =>
  typeof context === 'string'
    ? [{ label: 'Context', value: context }]
    : context.map((each) => ({ label: each.label, value: formatValue(each, header) }))
