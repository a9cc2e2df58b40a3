import { NOT_AVAILABLE } from '#src/ui/format/number.ts'
import { formatPrecise } from '#src/ui/format/time.ts'
import type { StreamEntry } from '#src/streams/index.ts'
import { compactJson } from '../summaries/raw.ts'
import { select, type ParsedPath } from './json-path.ts'

/** Maximum characters of one line of the tail. */
const MAX_LINE_LENGTH = 160

/** One line of the tail: a message, or a gap of messages that were not loaded. */
export type TailLine =
  | {
      readonly kind: 'message'
      readonly id: string
      readonly when: string
      readonly name: string
      readonly text: string
    }
  | { readonly kind: 'gap'; readonly id: string; readonly missing: number }

function textOf(data: unknown, path: ParsedPath): string {
  if (!path.ok || path.value.length === 0) return compactJson(data).slice(0, MAX_LINE_LENGTH)
  const { matches } = select(data, path.value)
  return matches.length === 0
    ? 'nothing at this path'
    : matches
        .map(({ value }) => compactJson(value))
        .join(', ')
        .slice(0, MAX_LINE_LENGTH)
}

/** Number of messages missing between two adjacent entries; 0 without sequence numbers or across epochs. */
function missingBetween(newer: StreamEntry, older: StreamEntry | undefined): number {
  if (older?.seq === undefined || newer.seq === undefined || older.epoch !== newer.epoch) return 0
  return Math.max(0, newer.seq - older.seq - 1)
}

/** The latest messages of a stream as lines, newest first. */
export function tailLines(entries: readonly StreamEntry[], path: ParsedPath): readonly TailLine[] {
  return entries.flatMap((entry, index): TailLine[] => {
    const id = entry.messageId ?? `running ${entry.receivedAt}`
    const missing = missingBetween(entry, entries[index + 1])
    return [
      {
        kind: 'message',
        id,
        when: formatPrecise(entry.timestamp),
        name: entry.messageId ?? NOT_AVAILABLE,
        text: textOf(entry.data, path),
      },
      ...(missing > 0 ? [{ kind: 'gap' as const, id: `after ${id}`, missing }] : []),
    ]
  })
}
