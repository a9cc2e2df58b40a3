import type { PatternsModel } from '#src/analysis/patterns.ts'
import { formatMoveSize } from '#src/ui/format/number.ts'
import { BIAS_TONES } from '#src/ui/theme/market-tones.ts'
import { scoreRatio, trendOf, type Headline, type Summarize } from './summary.ts'

function headlineOf({ highlight, bias }: PatternsModel): Headline {
  if (highlight === undefined) return { text: 'No significant patterns detected', tone: 'neutral' }
  const { name, timeframe, expectedMove } = highlight
  const note = [timeframe, expectedMove === undefined ? undefined : formatMoveSize(expectedMove)]
    .filter((each) => each !== undefined)
    .join(' · ')
  return {
    text: name,
    tone: BIAS_TONES[bias],
    trend: trendOf(bias),
    ...(note === '' ? {} : { note }),
  }
}

/** Summarizes patterns: the highlighted one and the number per timeframe. */
export const summarizePatterns: Summarize<'patterns', PatternsModel> = (model) => ({
  kind: 'patterns',
  headline: headlineOf(model),
  ratio: scoreRatio('Confidence', model.summary.confidence),
  groups: model.groups.map(({ timeframe, patterns }) => `${timeframe} ${patterns.length}`),
  note: model.highlight?.insight ?? '',
})
