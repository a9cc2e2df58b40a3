import { finiteNumber, toText, humanize } from '#contract/analysis/payload-fields.ts'
import { formatNumber } from '#src/ui/format/number.ts'
import type { Summarize, KeyValue } from './summary.ts'

const MAX_VALUES = 6
/** Fields that the card shows elsewhere. */
const HEADER_FIELDS = new Set(['timestamp', 'trading_pair', 'exchange', 'errors'])

function valueOf(value: unknown): string | undefined {
  const number = finiteNumber(value)
  if (number !== undefined) return formatNumber(number, Number.isInteger(number) ? 0 : 2)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? 'item' : 'items'}`
  const sentText = toText(value)
  return sentText === undefined ? undefined : humanize(sentText)
}

/** Summarizes an unknown analysis as its plain values by name. */
export const summarizeAnalysis: Summarize<'analysis'> = (payload) => {
  const values: KeyValue[] = []
  for (const [name, value] of Object.entries(payload)) {
    const label = HEADER_FIELDS.has(name) ? undefined : toText(name)
    const shown = valueOf(value)
    if (label !== undefined && shown !== undefined) values.push({ label: humanize(label), value: shown })
    if (values.length === MAX_VALUES) break
  }
  return values.length === 0 ? undefined : { kind: 'analysis', values }
}
