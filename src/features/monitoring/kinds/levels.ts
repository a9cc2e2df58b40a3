import { fieldsOf, finite, listOf, score, sizeOf, text } from '#contract/analysis/reading.ts'
import { formatPercent } from '#src/ui/format/number.ts'
import type { Draw, Rung, Share } from './drawing.ts'
import { priceText, type Subject } from './subject.ts'

const PER_SIDE = 2

/** The nearest levels of a side: they are sent nearest first. */
function nearest(value: unknown, side: string, tone: Rung['tone'], subject: Subject): readonly Rung[] {
  const rungs: Rung[] = []
  for (const each of listOf(value)) {
    const level = fieldsOf(each)
    const price = finite(level['price'])
    const strength = score(level['strength_score'])
    if (price === undefined || strength === undefined) continue
    const word = text(level['strength'])
    const label = `${side} ${rungs.length + 1}`
    rungs.push({
      label,
      price: priceText(price, subject),
      tone,
      strength,
      ...(word === undefined ? {} : { note: word }),
    })
    if (rungs.length === PER_SIDE) break
  }
  return rungs
}

const share = (label: string, value: number | undefined): Share => ({
  label,
  value: value ?? null,
  text: formatPercent(value),
})

/** The nearest resistances above the nearest supports, from high to low, and how sure they are. */
export const drawLevels: Draw<'levels'> = (payload, subject) => {
  const { support_levels: support, resistance_levels: resistance } = payload
  const summary = fieldsOf(payload['summary'])
  const confidence = score(summary['overall_confidence'])
  const hasLists = Array.isArray(support) || Array.isArray(resistance)
  if (!hasLists && confidence === undefined) return undefined
  const total = Math.max(0, Math.floor(finite(payload['total_levels']) ?? sizeOf(support) + sizeOf(resistance)))
  return {
    kind: 'levels',
    rungs: [
      ...nearest(resistance, 'Resistance', 'danger', subject).toReversed(),
      ...nearest(support, 'Support', 'success', subject),
    ],
    shares: [share('Confidence', confidence), share('Alignment', score(summary['alignment_score']))],
    note: `${total} ${total === 1 ? 'level' : 'levels'}`,
  }
}
