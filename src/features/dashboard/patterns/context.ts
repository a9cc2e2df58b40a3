import type { PairId } from '#contract/pairs.ts'
import { formatNumber, formatPrice } from '#src/ui/format/number.ts'
import { finite, isFields, text, words } from '../payload/fields.ts'

/** One line of the market's context, ready to be read. */
export interface ContextFact {
  readonly label: string
  readonly value: string
}

const FACTS_KEPT = 8

function valueOf(name: string, value: unknown, pair: PairId): string | undefined {
  const figure = finite(value)
  if (figure === undefined) {
    if (typeof value === 'boolean') return value ? 'Yes' : 'No'
    const told = text(value)
    return told === undefined ? undefined : words(told)
  }
  if (name === 'volume_ratio') return `${formatNumber(figure, 2)}× average`
  return /support|resistance|price|level/.test(name) ? formatPrice(figure, pair) : formatNumber(figure, 2)
}

/** The context a pattern stands in: whatever the server says of it in plain values, bounded. */
export function contextOf(context: unknown, pair: PairId): readonly ContextFact[] {
  const told = text(context)
  if (told !== undefined) return [{ label: 'Context', value: told }]
  if (!isFields(context)) return []
  return Object.entries(context)
    .slice(0, FACTS_KEPT)
    .flatMap(([name, value]) => {
      const shown = valueOf(name, value, pair)
      const label = text(name)
      return shown === undefined || label === undefined ? [] : [{ label: words(label), value: shown }]
    })
}
