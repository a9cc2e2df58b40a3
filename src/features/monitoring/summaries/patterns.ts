import { MEANINGS } from '#src/analysis/meanings.ts'
import type { PatternsModel } from '#src/analysis/patterns.ts'
import { biasRecord, hasNoEdge, highlightRecord, type ShownRecord } from '#src/analysis/records.ts'
import { meaningText } from '#src/ui/data/meaning.ts'
import { formatMoveSize } from '#src/ui/format/number.ts'
import { BIAS_TONES } from '#src/ui/theme/market-tones.ts'
import { recordNote, scoreRatio, trendOf, type Headline, type Summarize } from './summary.ts'

function headlineOf({ highlight, bias }: PatternsModel, record: ShownRecord | undefined): Headline {
  if (highlight === undefined) return { text: 'No significant patterns detected', tone: 'neutral' }
  const { name, timeframe, expectedMove } = highlight
  const note = [timeframe, expectedMove === undefined ? undefined : formatMoveSize(expectedMove)]
    .filter((each) => each !== undefined)
    .join(' · ')
  return {
    text: name,
    tone: hasNoEdge(record) ? 'neutral' : BIAS_TONES[bias],
    trend: trendOf(bias),
    ...(note === '' ? {} : { note, noteTitle: `Expected move. ${meaningText(MEANINGS.patterns['Expected move'])}` }),
  }
}

/** Summarizes patterns: the highlighted one and the number per timeframe. */
export const summarizePatterns: Summarize<'patterns', PatternsModel> = (model, { pair }, records) => {
  const { summary, highlight, groups } = model
  const record = highlightRecord(records, pair, model)
  return {
    kind: 'patterns',
    headline: headlineOf(model, record),
    ratio: scoreRatio('Confidence', summary.confidence, MEANINGS.patterns.Confidence, biasRecord(records, pair, model)),
    groups: groups.map(({ timeframe, patterns }) => `${timeframe} ${patterns.length}`),
    ...recordNote(record, highlight?.insight ?? ''),
  }
}
