import { useEffect, useMemo } from 'react'
import { STREAMS } from '#contract/limits.ts'
import { pairOfKey } from '#contract/stream-keys.ts'
import { RAW_FIGURES } from '#src/analysis/figures.ts'
import { lastChanges, partsAt, rawValues } from '#src/analysis/raw-values.ts'
import { useMonitoring } from '#src/app/services.ts'
import type { StreamEntry } from '#src/streams/index.ts'
import { JsonBlock } from '#src/ui/data/JsonBlock.tsx'
import { RawData, type RawView } from '#src/ui/data/RawData.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { formatJson } from '#src/ui/format/json.ts'
import { stack } from '#src/ui/theme/layout.css.ts'
import * as css from './detail.css.ts'
import { MAX_MATCHES, type ParsedPath, select } from './json-path.ts'

interface JsonViewProps {
  readonly data: unknown
  readonly path: string
  readonly parsed: ParsedPath
  readonly onPath: (path: string) => void
}

/** Longest JSON that is rendered, in characters. */
const MAX_JSON_LENGTH = 100_000

/** The values a path matches, one line of path and value each. */
function selectedText(data: unknown, parsed: ParsedPath): string {
  if (!parsed.ok || parsed.value.length === 0) return formatJson(data)
  const { matches, isTruncated } = select(data, parsed.value)
  if (matches.length === 0) return 'Nothing at this path'
  const lines = matches.map(({ path, value }) => `${path === '' ? '$' : path}: ${formatJson(value)}`)
  return [...lines, ...(isTruncated ? [`Only the first ${MAX_MATCHES} are shown.`] : [])].join('\n')
}

/** A message as JSON, complete or filtered by a path. */
function JsonView({ data, path, parsed, onPath }: JsonViewProps) {
  const text = useMemo(() => selectedText(data, parsed), [data, parsed])
  return (
    <>
      <TextField
        label="JSON path"
        hint="For instance ..rsi_14, Analysis.support_levels[0].price, *.timestamp"
        error={parsed.ok ? undefined : parsed.error}
        value={path}
        onChange={(event) => onPath(event.target.value)}
        autoComplete="off"
        spellCheck={false}
      />
      <h3 className={css.heading}>Parsed JSON</h3>
      <JsonBlock label="Parsed JSON" title={RAW_FIGURES} json={text} maxLength={MAX_JSON_LENGTH} />
    </>
  )
}

export interface RawMessageProps extends JsonViewProps {
  readonly streamKey: string
  /** The newest messages of the stream, newest first. */
  readonly entries: readonly StreamEntry[]
  readonly view: RawView
  readonly onView: (view: RawView) => void
}

/** Loads the newest messages of a stream, from which the table has the times of the last changes. */
function useEarlierMessages(streamKey: string, isWanted: boolean): void {
  const { loadHistory } = useMonitoring()
  useEffect(() => {
    if (!isWanted) return
    const loading = loadHistory([streamKey], STREAMS.recentCap).subscribe()
    return () => loading.unsubscribe()
  }, [loadHistory, streamKey, isWanted])
}

/** A message as a table and as JSON. In a chunk of its own, with the meanings of all fields. */
export default function RawMessage({ streamKey, entries, data, view, onView, ...json }: RawMessageProps) {
  useEarlierMessages(streamKey, view === 'table')
  const changes = useMemo(() => lastChanges(entries), [entries])
  const rows = useMemo(
    () => rawValues(streamKey, data).map((row) => ({ ...row, changed: changes.get(row.path) })),
    [streamKey, data, changes],
  )
  return (
    <RawData rows={rows} pair={pairOfKey(streamKey)} json={formatJson(data)} view={view} onView={onView}>
      {(found) => (
        <div className={stack[4]}>
          <JsonView
            {...json}
            data={found === undefined ? data : (partsAt(data, new Set(found.map(({ path }) => path))) ?? null)}
          />
        </div>
      )}
    </RawData>
  )
}
