import { finiteNumber, toText, humanize } from '#contract/analysis/payload-fields.ts'
import { formatNumber } from '#src/ui/format/number.ts'
import type { Draw, Fact } from './summary.ts'

const FACTS_SHOWN = 6
/** What every analysis says of itself, and the card says elsewhere. */
const HEAD = new Set(['timestamp', 'trading_pair', 'exchange', 'errors'])

function valueOf(value: unknown): string | undefined {
  const figure = finiteNumber(value)
  if (figure !== undefined) return formatNumber(figure, Number.isInteger(figure) ? 0 : 2)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? 'item' : 'items'}`
  const told = toText(value)
  return told === undefined ? undefined : humanize(told)
}

/** An analysis that is not known here: its plain values by name. */
export const drawAnalysis: Draw<'analysis'> = (payload) => {
  const facts: Fact[] = []
  for (const [name, value] of Object.entries(payload)) {
    const label = HEAD.has(name) ? undefined : toText(name)
    const shown = valueOf(value)
    if (label !== undefined && shown !== undefined) facts.push({ label: humanize(label), value: shown })
    if (facts.length === FACTS_SHOWN) break
  }
  return facts.length === 0 ? undefined : { kind: 'analysis', facts }
}
