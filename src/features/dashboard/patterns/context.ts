import type { PairId } from '#contract/pairs.ts'
import { formatNumber, formatPrice } from '#src/ui/format/number.ts'
import { finiteNumber, isFields, toText, humanize } from '#contract/analysis/payload-fields.ts'

/** One formatted line of the market context. */
export interface ContextFact {
  readonly label: string
  readonly value: string
}

const MAX_FACTS = 8

function valueOf(name: string, value: unknown, pair: PairId): string | undefined {
  const number = finiteNumber(value)
  if (number === undefined) {
    if (typeof value === 'boolean') return value ? 'Yes' : 'No'
    const sentText = toText(value)
    return sentText === undefined ? undefined : humanize(sentText)
  }
  if (name === 'volume_ratio') return `${formatNumber(number, 2)}× average`
  return /support|resistance|price|level/.test(name) ? formatPrice(number, pair) : formatNumber(number, 2)
}

/** Market context of the patterns: the plain values sent, limited in number. */
export function contextOf(context: unknown, pair: PairId): readonly ContextFact[] {
  const sentText = toText(context)
  if (sentText !== undefined) return [{ label: 'Context', value: sentText }]
  if (!isFields(context)) return []
  return Object.entries(context)
    .slice(0, MAX_FACTS)
    .flatMap(([name, value]) => {
      const shown = valueOf(name, value, pair)
      const label = toText(name)
      return shown === undefined || label === undefined ? [] : [{ label: humanize(label), value: shown }]
    })
}
