import { useEffect, useMemo } from 'react'
import { STREAMS } from '#contract/limits.ts'
import { pairOfKey } from '#contract/stream-keys.ts'
import { lastChanges, partsAt, rawValues } from '#src/analysis/raw-values.ts'
import { useMonitoring } from '#src/app/services.ts'
import type { StreamEntry } from '#src/streams/index.ts'
import { RawData, type RawView } from '#src/ui/data/RawData.tsx'
import { formatJson } from '#src/ui/format/json.ts'
import { stack } from '#src/ui/theme/layout.css.ts'
import { JsonView, type JsonViewProps } from './JsonView.tsx'

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
