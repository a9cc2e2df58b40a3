import { humanize } from '#src/analysis/fields.ts'
import { UNKNOWN_CONFIDENCE } from '#src/analysis/meanings.ts'
import type { PlainValue } from '#src/analysis/plain-values.ts'
import { formatNumber } from '#src/ui/format/number.ts'
import type { Summarize } from './summary.ts'

function formatValue(value: PlainValue['value']): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' ? humanize(value) : formatNumber(value, Number.isInteger(value) ? 0 : 2)
}

/** Summarizes an unknown analysis as its plain values by name. */
export const summarizeAnalysis: Summarize<'analysis', readonly PlainValue[]> = (values) => ({
  kind: 'analysis',
  values: values.map(({ label, value }) => ({
    label,
    value: formatValue(value),
    ...(/confiden/i.test(label) ? { meaning: UNKNOWN_CONFIDENCE } : {}),
  })),
})
