import type { ConnectionSummary } from '#src/machines/connection/selectors.ts'
import { livenessOf, type MissedMessages, type Problem } from '#src/streams/index.ts'

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
const missedErrors = (problems: readonly Problem[], where: string): readonly SystemError[] =>
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

/** An error: text, source, number of occurrences, and time of the last one (unix ms). */
export interface SystemError {
  readonly id: string
  readonly text: string
  readonly where: string
  readonly count: number
  readonly at: number
  /** What it broke works again, and what was missed is there. */
  readonly isRecovered: boolean
  /** What it concerns, where it stands for several. */
  readonly details?: readonly string[]
}

const SOURCES: Record<Problem['kind'], string> = {
  frame: 'Messages',
  gap: 'Gaps',
  candle: 'Candles',
  history: 'Candle history',
  stream: 'Streams',
}

/**
 * Data problems and errors of both connections after `clearedAt` (unix ms), newest first; equal errors are counted, and
 * streams that missed messages are one error.
 */
export function systemErrors(
  problems: readonly Problem[],
  connections: readonly ConnectionSummary[],
  clearedAt = 0,
): readonly SystemError[] {
  const found = new Map<string, SystemError>()
  const add = (text: string, where: string, count: number, at: number, isRecovered: boolean) => {
    const id = `${where} ${text}`
    const known = found.get(id)
    found.set(id, {
      id,
      text,
      where,
      count: (known?.count ?? 0) + count,
      at: Math.max(known?.at ?? at, at),
      isRecovered,
    })
  }
  for (const { kind, text, count, at, missed } of problems) {
    if (missed === undefined) add(text, SOURCES[kind], count, at, false)
  }
  for (const connection of connections) {
    const { label, errors } = connection
    for (const { text, at } of errors) if (at > clearedAt) add(text, label, 1, at, livenessOf(connection) === 'live')
  }
  return [...found.values(), ...missedErrors(problems, SOURCES.gap)].toSorted((a, b) => b.at - a.at)
}
