import type { Problem } from '#src/streams/index.ts'
import type { ConnectionSummary } from '#src/machines/connection/selectors.ts'

/** An error: text, source, number of occurrences, and time of the last one (unix ms). */
export interface SystemError {
  readonly id: string
  readonly text: string
  readonly where: string
  readonly count: number
  readonly at: number
}

const SOURCES: Record<Problem['kind'], string> = {
  frame: 'Messages',
  gap: 'Gaps',
  candle: 'Candles',
  history: 'Candle history',
  stream: 'Streams',
}

/** Data problems and errors of both connections, newest first; equal errors are counted. */
export function systemErrors(
  problems: readonly Problem[],
  connections: readonly ConnectionSummary[],
): readonly SystemError[] {
  const found = new Map<string, SystemError>()
  const add = (text: string, where: string, count: number, at: number) => {
    const id = `${where} ${text}`
    const known = found.get(id)
    found.set(id, { id, text, where, count: (known?.count ?? 0) + count, at: Math.max(known?.at ?? at, at) })
  }
  for (const { kind, text, count, at } of problems) add(text, SOURCES[kind], count, at)
  for (const { label, errors } of connections) for (const { text, at } of errors) add(text, label, 1, at)
  return [...found.values()].toSorted((a, b) => b.at - a.at)
}
