import { CONNECTION_STATUS } from '#contract/limits.ts'
import type { StreamRecord } from '#src/streams/index.ts'
import { RAW_FIGURES } from '#src/analysis/figures.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { JsonBlock } from '#src/ui/data/JsonBlock.tsx'
import { formatJson } from '#src/ui/format/json.ts'
import { formatNumber } from '#src/ui/format/number.ts'
import { activeStreams, byKey, sampleOf, streamData } from './stream-data.ts'

export interface StreamsPanelProps {
  readonly records: readonly StreamRecord[]
  /** Number of active streams now; the records may be from a while ago. */
  readonly activeStreams: number
  readonly onCopyAll: () => void
}

/** The first 3 active streams as JSON; Copy All copies all active ones. */
export function StreamsPanel({ records, activeStreams: count, onCopyAll }: StreamsPanelProps) {
  const active = activeStreams(records)
  const shown = active.slice(0, CONNECTION_STATUS.streamsShown)
  return (
    <Card
      title="Active Redis Streams"
      subtitle={`first ${shown.length} of ${formatNumber(count)}`}
      headingLevel={3}
      state={active.length === 0 ? { kind: 'empty', text: 'No active streams' } : { kind: 'ready' }}
      trailing={
        <Button size="small" disabled={active.length === 0} onClick={onCopyAll}>
          Copy All
        </Button>
      }
    >
      <JsonBlock label="Active streams as JSON" title={RAW_FIGURES} json={formatJson(shown.map(streamData))} />
    </Card>
  )
}

/** Raw latest data of the first 2 streams. */
export function SamplePanel({ records }: Pick<StreamsPanelProps, 'records'>) {
  const sample = byKey(records).slice(0, CONNECTION_STATUS.sampleShown)
  return (
    <Card
      title="Debug sample"
      subtitle={`latest data of the first ${sample.length} streams`}
      headingLevel={3}
      state={sample.length === 0 ? { kind: 'empty', text: 'No stream has sent anything yet' } : { kind: 'ready' }}
    >
      <JsonBlock label="Debug sample as JSON" title={RAW_FIGURES} json={sampleOf(sample)} />
    </Card>
  )
}
