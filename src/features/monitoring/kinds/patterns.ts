import { BIASES, type Bias } from '#contract/analysis/fields.ts'
import {
  fieldsOf,
  finite,
  isFields,
  listOf,
  oneOf,
  score,
  sizeOf,
  text,
  timeframe,
} from '#contract/analysis/reading.ts'
import { formatChange, formatPercent } from '#src/ui/format/number.ts'
import type { Draw, Verdict, Way } from './drawing.ts'
import { BIAS_TONES, BIAS_WAYS } from './tones.ts'

const GROUPS_SHOWN = 6

/** 'M5 2' for each timeframe that has patterns, sent as a map of lists or as one list. */
function groupsOf(patterns: unknown): readonly string[] {
  const counts = new Map<string, number>()
  const add = (name: unknown, by: number) => {
    const on = timeframe(name)
    if (on !== undefined && by > 0) counts.set(on, (counts.get(on) ?? 0) + by)
  }
  if (isFields(patterns)) for (const [name, list] of Object.entries(patterns)) add(name, sizeOf(list))
  else for (const each of listOf(patterns)) add(fieldsOf(each)['timeframe'], 1)
  return [...counts].map(([name, count]) => `${name} ${count}`).slice(0, GROUPS_SHOWN)
}

const wayOf = (move: number | undefined, bias: Bias): Way =>
  move === undefined || move === 0 ? BIAS_WAYS[bias] : move > 0 ? 'up' : 'down'

/** The pattern that stands out, and how many there are on each timeframe. */
export const drawPatterns: Draw<'patterns'> = (payload) => {
  const summary = fieldsOf(payload['summary'])
  const highlight = fieldsOf(payload['pattern_highlight'] ?? payload['highlight'])
  const bias = oneOf(BIASES, summary['market_bias']) ?? oneOf(BIASES, payload['bias']) ?? 'neutral'
  const confidence = score(summary['overall_confidence']) ?? score(payload['confidence'])
  const name = text(highlight['pattern_name'])
  const groups = groupsOf(payload['patterns'])
  if (name === undefined && groups.length === 0 && confidence === undefined) return undefined
  const move = finite(highlight['expected_move_pct']) ?? finite(highlight['expected_move'])
  const on = timeframe(highlight['timeframe'])
  const note = [on, move === undefined ? undefined : formatChange(move)]
    .filter((each) => each !== undefined)
    .join(' · ')
  const verdict: Verdict =
    name === undefined
      ? { text: 'No significant patterns detected', tone: 'neutral' }
      : { text: name, tone: BIAS_TONES[bias], way: wayOf(move, bias), ...(note === '' ? {} : { note }) }
  return {
    kind: 'patterns',
    verdict,
    share: { label: 'Confidence', value: confidence ?? null, text: formatPercent(confidence) },
    groups,
    note: text(highlight['key_insight']) ?? '',
  }
}
