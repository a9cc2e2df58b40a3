import { toFields, finiteNumber, toList, toScore, listLength, toText } from '#contract/analysis/payload-fields.ts'
import { formatPercent } from '#src/ui/format/number.ts'
import type { Summarize, PriceLevelRow, Ratio } from './summary.ts'
import { priceText, type StreamId } from './stream-id.ts'

const PER_SIDE = 2

/** The nearest levels of a side; payloads list the nearest first. */
function nearestLevels(
  value: unknown,
  side: string,
  tone: PriceLevelRow['tone'],
  stream: StreamId,
): readonly PriceLevelRow[] {
  const priceLevels: PriceLevelRow[] = []
  for (const each of toList(value)) {
    const level = toFields(each)
    const price = finiteNumber(level['price'])
    const strength = toScore(level['strength_score'])
    if (price === undefined || strength === undefined) continue
    const strengthLabel = toText(level['strength'])
    const label = `${side} ${priceLevels.length + 1}`
    priceLevels.push({
      label,
      price: priceText(price, stream),
      tone,
      strength,
      ...(strengthLabel === undefined ? {} : { note: strengthLabel }),
    })
    if (priceLevels.length === PER_SIDE) break
  }
  return priceLevels
}

const ratio = (label: string, value: number | undefined): Ratio => ({
  label,
  value: value ?? null,
  text: formatPercent(value),
})

/** Summarizes levels: the nearest resistances above the nearest supports, with confidence and alignment. */
export const summarizeLevels: Summarize<'levels'> = (payload, stream) => {
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
    priceLevels: [
      ...nearestLevels(resistance, 'Resistance', 'danger', stream).toReversed(),
      ...nearestLevels(support, 'Support', 'success', stream),
    ],
    ratios: [ratio('Confidence', confidence), ratio('Alignment', toScore(summary['alignment_score']))],
    note: `${total} ${total === 1 ? 'level' : 'levels'}`,
  }
}
