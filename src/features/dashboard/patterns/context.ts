import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import { humanize, toTimeframe } from '#src/analysis/fields.ts'
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

/** In the heading, and first in the lists of support and resistance. */
const SHOWN_ELSEWHERE = new Set(['timeframe', 'nearest_support', 'nearest_resistance'])

/** Timeframe that the market context is of. */
export function contextTimeframe(context: PatternsModel['context']): AnalysisTimeframe | undefined {
  const sent = typeof context === 'string' ? undefined : context.find(({ name }) => name === 'timeframe')
  return toTimeframe(sent?.value)
}

/** Market context of the patterns as formatted rows. */
export const contextRows = (context: PatternsModel['context'], header: PayloadHeader) =>
  typeof context === 'string'
    ? [{ label: 'Context', value: context }]
    : context
        .filter(({ name }) => !SHOWN_ELSEWHERE.has(name))
        .map((each) => ({ label: each.label, value: formatValue(each, header) }))
