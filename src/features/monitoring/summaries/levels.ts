import { toFields, finiteNumber, toList, toScore, listLength, toText } from '#contract/analysis/payload-fields.ts'
import { formatPercent } from '#src/ui/format/number.ts'
import type { Draw, Rung, Share } from './summary.ts'
import { priceText, type Subject } from './stream-id.ts'

const PER_SIDE = 2

/** The nearest levels of a side: they are sent nearest first. */
function nearest(value: unknown, side: string, tone: Rung['tone'], subject: Subject): readonly Rung[] {
  const rungs: Rung[] = []
  for (const each of toList(value)) {
    const level = toFields(each)
    const price = finiteNumber(level['price'])
    const strength = toScore(level['strength_score'])
    if (price === undefined || strength === undefined) continue
    const word = toText(level['strength'])
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
  const summary = toFields(payload['summary'])
  const confidence = toScore(summary['overall_confidence'])
  const hasLists = Array.isArray(support) || Array.isArray(resistance)
  if (!hasLists && confidence === undefined) return undefined
  const total = Math.max(
    0,
    Math.floor(finiteNumber(payload['total_levels']) ?? listLength(support) + listLength(resistance)),
  )
  return {
    kind: 'levels',
    rungs: [
      ...nearest(resistance, 'Resistance', 'danger', subject).toReversed(),
      ...nearest(support, 'Support', 'success', subject),
    ],
    shares: [share('Confidence', confidence), share('Alignment', toScore(summary['alignment_score']))],
    note: `${total} ${total === 1 ? 'level' : 'levels'}`,
  }
}
