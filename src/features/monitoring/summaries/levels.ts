import type { LevelModel, LevelsModel } from '#src/analysis/levels.ts'
import { MEANINGS } from '#src/analysis/meanings.ts'
import type { PayloadHeader } from '#src/analysis/payload.ts'
import { levelRecord } from '#src/analysis/records.ts'
import { formatPrice } from '#src/ui/format/number.ts'
import { recordNote, scoreRatio, type PriceLevelRow, type Summarize } from './summary.ts'

const PER_SIDE = 2

/** The nearest levels of a side. */
const nearestLevels = (
  levels: readonly LevelModel[],
  side: string,
  tone: PriceLevelRow['tone'],
  { pair }: PayloadHeader,
): readonly PriceLevelRow[] =>
  levels.slice(0, PER_SIDE).map(({ price, score, strength }, index) => ({
    label: `${side} ${index + 1}`,
    price: formatPrice(price, pair),
    tone,
    strength: score,
    ...(strength === undefined ? {} : { note: strength }),
  }))

/** Summarizes levels: the nearest resistances above the nearest supports, with confidence and alignment. */
export const summarizeLevels: Summarize<'levels', LevelsModel> = (model, header, records) => {
  const { support, resistance, summary, total } = model
  const record = levelRecord(records, header.pair, [support[0], resistance[0]])
  return {
    kind: 'levels',
    priceLevels: [
      ...nearestLevels(resistance, 'Resistance', 'danger', header).toReversed(),
      ...nearestLevels(support, 'Support', 'success', header),
    ],
    ratios: [
      scoreRatio('Confidence', summary.confidence, MEANINGS.levels['Overall confidence']),
      scoreRatio('Alignment', summary.alignment, MEANINGS.levels.Alignment),
    ],
    ...recordNote(record, `${total} ${total === 1 ? 'level' : 'levels'}`),
  }
}
