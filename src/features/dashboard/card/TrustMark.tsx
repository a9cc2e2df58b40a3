import { memo, useSyncExternalStore } from 'react'
import { marketDisplayMs, type Liveness, type MarketSnapshot } from '#src/streams/index.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { useNow } from '#src/ui/format/useNow.ts'
import { Popover } from '#src/ui/overlays/Popover.tsx'
import { age as ageClass } from './card.css.ts'
import { useProvenanceHistory, type ProvenanceHistory } from './provenance-history.ts'
import { provenanceRows, trustOf, type MessageMetadata, type Trust } from './trust.ts'

export interface TrustMarkProps {
  readonly metadata: MessageMetadata
  readonly market: MarketSnapshot | undefined
  /** Of the connection that delivers the data. */
  readonly liveness: Liveness
}

/** A separate component, so that the rows are only formatted while the popover is open. */
function ProvenanceDetails({ history }: { readonly history: ProvenanceHistory }) {
  const { metadata, paintedAt } = useSyncExternalStore(history.subscribe, history.get)
  return <KeyValueList items={provenanceRows(metadata, paintedAt)} />
}

/** Memoized: rerenders when its texts change, not with every message. */
const Mark = memo(function Mark({
  source,
  age,
  tone,
  staleness,
  history,
}: Trust & { readonly history: ProvenanceHistory }) {
  return (
    <Popover
      title="Data provenance (UTC)"
      label={`${source} · ${age}${staleness === undefined ? '' : ` · ${staleness}`}, show provenance`}
      trigger={
        <Badge tone={tone} dot>
          {source} · <span className={ageClass}>{age}</span>
          {staleness === undefined ? '' : ` · ${staleness}`}
        </Badge>
      }
    >
      <ProvenanceDetails history={history} />
    </Popover>
  )
})

/** Source and age of the displayed data; shows its provenance on click. */
export function TrustMark({ metadata, market, liveness }: TrustMarkProps) {
  const now = useNow(marketDisplayMs(market))
  return <Mark {...trustOf(metadata, market, now, liveness)} history={useProvenanceHistory(metadata)} />
}
