import { BIASES, type Bias } from '#contract/analysis/fields.ts'
import {
  toFields,
  finiteNumber,
  isFields,
  toList,
  oneOf,
  toScore,
  listLength,
  toText,
  toTimeframe,
} from '#contract/analysis/payload-fields.ts'
import { formatChange, formatPercent } from '#src/ui/format/number.ts'
import type { Summarize, Headline, Trend } from './summary.ts'
import { BIAS_TONES, BIAS_TRENDS } from './bias.ts'

const GROUPS_SHOWN = 6

/** Number of patterns per timeframe ('M5 2'), sent as a map of lists or as one list. */
function groupsOf(patterns: unknown): readonly string[] {
  const counts = new Map<string, number>()
  const add = (name: unknown, by: number) => {
    const on = toTimeframe(name)
    if (on !== undefined && by > 0) counts.set(on, (counts.get(on) ?? 0) + by)
  }
  if (isFields(patterns)) for (const [name, list] of Object.entries(patterns)) add(name, listLength(list))
  else for (const each of toList(patterns)) add(toFields(each)['timeframe'], 1)
  return [...counts].map(([name, count]) => `${name} ${count}`).slice(0, GROUPS_SHOWN)
}

const trendOf = (move: number | undefined, bias: Bias): Trend =>
  move === undefined || move === 0 ? BIAS_TRENDS[bias] : move > 0 ? 'up' : 'down'

/** Summarizes patterns: the highlighted one and the number per timeframe. */
export const summarizePatterns: Summarize<'patterns'> = (payload) => {
  const summary = toFields(payload['summary'])
  const highlight = toFields(payload['pattern_highlight'] ?? payload['highlight'])
  const bias = oneOf(BIASES, summary['market_bias']) ?? oneOf(BIASES, payload['bias']) ?? 'neutral'
  const confidence = toScore(summary['overall_confidence']) ?? toScore(payload['confidence'])
  const name = toText(highlight['pattern_name'])
  const groups = groupsOf(payload['patterns'])
  if (name === undefined && groups.length === 0 && confidence === undefined) return undefined
  const move = finiteNumber(highlight['expected_move_pct']) ?? finiteNumber(highlight['expected_move'])
  const on = toTimeframe(highlight['timeframe'])
  const note = [on, move === undefined ? undefined : formatChange(move)]
    .filter((each) => each !== undefined)
    .join(' · ')
  const headline: Headline =
    name === undefined
      ? { text: 'No significant patterns detected', tone: 'neutral' }
      : { text: name, tone: BIAS_TONES[bias], trend: trendOf(move, bias), ...(note === '' ? {} : { note }) }
  return {
    kind: 'patterns',
    headline,
    ratio: { label: 'Confidence', value: confidence ?? null, text: formatPercent(confidence) },
    groups,
    note: toText(highlight['key_insight']) ?? '',
  }
}
