import { fieldsOf, finite, listOf, score, text } from '#contract/analysis/reading.ts'
import { formatPercent } from '#src/ui/format/number.ts'
import type { Draw, Rung } from './drawing.ts'
import { priceText, type Subject } from './subject.ts'

/** The nearest level of a side: they are sent nearest first. */
function nearest(value: unknown, label: string, tone: Rung['tone'], subject: Subject): readonly Rung[] {
  for (const each of listOf(value)) {
    const level = fieldsOf(each)
    const price = finite(level['price'])
    const strength = score(level['strength_score'])
    if (price === undefined || strength === undefined) continue
    const word = text(level['strength'])
    return [{ label, price: priceText(price, subject), tone, strength, ...(word === undefined ? {} : { note: word }) }]
  }
  return []
}

/** The nearest resistance above the nearest support, and how sure they are. */
export const drawLevels: Draw<'levels'> = (payload, subject) => {
  const support = listOf(payload['support_levels'])
  const resistance = listOf(payload['resistance_levels'])
  const confidence = score(fieldsOf(payload['summary'])['overall_confidence'])
  const hasLists = Array.isArray(payload['support_levels']) || Array.isArray(payload['resistance_levels'])
  if (!hasLists && confidence === undefined) return undefined
  const total = Math.max(0, Math.floor(finite(payload['total_levels']) ?? support.length + resistance.length))
  return {
    kind: 'levels',
    rungs: [
      ...nearest(payload['resistance_levels'], 'Resistance', 'danger', subject),
      ...nearest(payload['support_levels'], 'Support', 'success', subject),
    ],
    shares: [{ label: 'Confidence', value: confidence ?? null, text: formatPercent(confidence) }],
    note: `${total} ${total === 1 ? 'level' : 'levels'}`,
  }
}
