import type { ConfluenceModel } from '#src/analysis/confluence.ts'
import { humanize } from '#src/analysis/fields.ts'
import { MEANINGS } from '#src/analysis/meanings.ts'
import { hasNoEdge, signalRecord } from '#src/analysis/records.ts'
import { meaningText } from '#src/ui/data/meaning.ts'
import { formatMoveSize, formatPrice } from '#src/ui/format/number.ts'
import { BIAS_TONES } from '#src/ui/theme/market-tones.ts'
import { recordNote, scoreRatio, trendOf, type Summarize } from './summary.ts'

const ZONES_SHOWN = 2

/** Summarizes the combined signal of all timeframes and the strongest zones. */
export const summarizeConfluence: Summarize<'confluence', ConfluenceModel> = (model, { pair }, records) => {
  const { direction, primaryTimeframe, expectedMove, confidence, strength, volatility, zones } = model
  const name = humanize(direction)
  const record = signalRecord(records, pair, model)
  const strongest = zones.toSorted((a, b) => b.score - a.score).slice(0, ZONES_SHOWN)
  return {
    kind: 'confluence',
    headline: {
      text: primaryTimeframe === undefined ? name : `${name} on ${primaryTimeframe}`,
      tone: hasNoEdge(record) ? 'neutral' : BIAS_TONES[direction],
      trend: trendOf(direction),
      note: expectedMove === undefined ? 'no expected move' : `${formatMoveSize(expectedMove)} expected`,
      noteTitle: `Expected move. ${meaningText(MEANINGS.confluence['Expected Move'])}`,
    },
    ratios: [
      scoreRatio('Confidence', confidence, MEANINGS.confluence['Overall Confidence'], record),
      scoreRatio('Strength', strength, MEANINGS.confluence.Strength),
    ],
    priceLevels: strongest
      .toSorted((a, b) => b.price - a.price)
      .map(({ price, score, reaction }, index) => ({
        label: `Zone ${index + 1}`,
        price: formatPrice(price, pair),
        tone: 'accent',
        strength: score,
        ...(reaction === undefined ? {} : { note: reaction }),
      })),
    ...recordNote(
      record,
      `${zones.length} confluence ${zones.length === 1 ? 'zone' : 'zones'}${volatility === undefined ? '' : ` · ${volatility} volatility`}`,
    ),
  }
}
