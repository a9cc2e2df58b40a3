import { useMemo } from 'react'
import { pairOfKey } from '#contract/stream-keys.ts'
import { RAW_FIGURES } from '#src/analysis/figures.ts'
import { lastChanges, partsAt, rawValues, type TimedMessage } from '#src/analysis/raw-values.ts'
import { JsonBlock } from '#src/ui/data/JsonBlock.tsx'
import { RawData, type RawView } from '#src/ui/data/RawData.tsx'
import type { RawRow } from '#src/ui/data/RawTable.tsx'
import { formatJson } from '#src/ui/format/json.ts'

export interface RawMessageProps {
  readonly streamKey: string
  readonly data: unknown
  /** The newest messages of the stream, newest first. */
  readonly messages: readonly TimedMessage[]
  readonly view: RawView
  readonly onView: (view: RawView) => void
}

/** Longest JSON that is rendered, in characters; copying always takes all of it. */
const MAX_JSON_LENGTH = 100_000
const NOTHING_FOUND = 'No value matches the search.'

const jsonOf = (data: unknown, found: readonly RawRow[] | undefined): string => {
  if (found === undefined) return formatJson(data)
  const parts = partsAt(data, new Set(found.map(({ path }) => path)))
  return parts === undefined ? NOTHING_FOUND : formatJson(parts)
}

/** A message as a table and as JSON. In a chunk of its own, with the meanings of all fields. */
export default function RawMessage({ streamKey, data, messages, view, onView }: RawMessageProps) {
  const changes = useMemo(() => lastChanges(messages), [messages])
  const rows = useMemo(
    () => rawValues(streamKey, data).map((row) => ({ ...row, changed: changes.get(row.path) })),
    [streamKey, data, changes],
  )
  return (
    <RawData rows={rows} pair={pairOfKey(streamKey)} json={formatJson(data)} view={view} onView={onView}>
      {(found) => (
        <JsonBlock
          label="Latest message as JSON"
          title={RAW_FIGURES}
          json={jsonOf(data, found)}
          maxLength={MAX_JSON_LENGTH}
          tall
        />
      )}
    </RawData>
  )
}
