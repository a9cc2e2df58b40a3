import { livenessOf, type Problem } from '#src/streams/index.ts'
import type { ConnectionSummary } from '#src/machines/connection/selectors.ts'
import { missedErrors } from './missed.ts'

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
