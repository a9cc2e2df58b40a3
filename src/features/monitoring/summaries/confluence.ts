import type { ConfluenceModel } from '#src/analysis/confluence.ts'
import { humanize } from '#src/analysis/fields.ts'
import { formatMoveSize, formatPrice } from '#src/ui/format/number.ts'
import { BIAS_TONES } from '#src/ui/theme/market-tones.ts'
import { scoreRatio, trendOf, type Summarize } from './summary.ts'

const ZONES_SHOWN = 2

/** Summarizes the combined signal of all timeframes and the strongest zones. */
export const summarizeConfluence: Summarize<'confluence', ConfluenceModel> = (model, { pair }) => {
  const { direction, primaryTimeframe, expectedMove, confidence, strength, volatility, zones } = model
  const name = humanize(direction)
  const strongest = zones.toSorted((a, b) => b.score - a.score).slice(0, ZONES_SHOWN)
  return {
    kind: 'confluence',
    headline: {
      text: primaryTimeframe === undefined ? name : `${name} on ${primaryTimeframe}`,
      tone: BIAS_TONES[direction],
      trend: trendOf(direction),
      note: expectedMove === undefined ? 'no expected move' : `${formatMoveSize(expectedMove)} expected`,
    },
    ratios: [scoreRatio('Confidence', confidence), scoreRatio('Strength', strength)],
    priceLevels: strongest
      .toSorted((a, b) => b.price - a.price)
      .map(({ price, score, reaction }, index) => ({
        label: `Zone ${index + 1}`,
        price: formatPrice(price, pair),
        tone: 'accent',
        strength: score,
        ...(reaction === undefined ? {} : { note: reaction }),
      })),
    note: `${zones.length} confluence ${zones.length === 1 ? 'zone' : 'zones'}${volatility === undefined ? '' : ` · ${volatility} volatility`}`,
  }
}
