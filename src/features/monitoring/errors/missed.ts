import type { MissedMessages, Problem } from '#src/streams/index.ts'
import type { SystemError } from './errors.ts'

type Gap = Problem & { readonly missed: MissedMessages }

const isGap = (problem: Problem): problem is Gap => problem.missed !== undefined

/** How many of the streams have what they missed. */
function filledText(gaps: readonly Gap[]): string {
  const filled = gaps.filter(({ missed }) => missed.isFilled).length
  if (filled === 0) return 'not refilled yet'
  return filled === gaps.length ? (filled === 1 ? 'refilled' : 'all refilled') : `${filled} of them refilled`
}

function textOf(gaps: readonly Gap[], isRestart: boolean): string {
  const [only] = gaps
  if (gaps.length === 1 && only) return isRestart ? only.text : `${only.text}, ${filledText(gaps)}`
  return isRestart
    ? `The server restarted ${gaps.length} streams`
    : `${gaps.length} streams missed messages, ${filledText(gaps)}`
}

/** One error for all streams that missed messages, and one for all that the server restarted. */
export const missedErrors = (problems: readonly Problem[], where: string): readonly SystemError[] =>
  [true, false].flatMap((isRestart) => {
    const gaps = problems.filter(isGap).filter(({ missed }) => missed.isRestart === isRestart)
    if (gaps.length === 0) return []
    return [
      {
        id: `${where} ${isRestart ? 'restarted' : 'missed'}`,
        text: textOf(gaps, isRestart),
        where,
        count: gaps.length === 1 ? (gaps[0]?.count ?? 1) : 1,
        at: Math.max(...gaps.map(({ at }) => at)),
        isRecovered: gaps.every(({ missed }) => missed.isFilled),
        details: gaps.map(({ missed }) => missed.stream),
      },
    ]
  })
