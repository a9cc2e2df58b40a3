import { memo, useSyncExternalStore } from 'react'
import { marketDisplayMs, type Liveness, type MarketSnapshot } from '#src/streams/index.ts'
import { ShrinkingBadge } from '#src/ui/text/Badge.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { useNow } from '#src/ui/format/useNow.ts'
import { Popover } from '#src/ui/overlays/Popover.tsx'
import { zoneName } from '#src/ui/format/regional.ts'
import { age as ageClass, source as sourceClass } from './card.css.ts'
import { figureRows, type Figures } from '#src/analysis/figures.ts'
import { useProvenanceHistory, type ProvenanceHistory } from './provenance-history.ts'
import { provenanceRows, shownDelivery, trustOf, type MessageMetadata, type Trust } from './trust.ts'

export interface TrustMarkProps {
  readonly metadata: MessageMetadata
  readonly market: MarketSnapshot | undefined
  /** Of the connection that delivers the data. */
  readonly liveness: Liveness
  /** The figures of the card, listed by kind. */
  readonly figures?: Figures | undefined
  /** Names the source only where it is not the live market, which the head of the page names. */
  readonly compact?: boolean | undefined
}

interface DetailsProps {
  readonly figures: Figures
  readonly history: ProvenanceHistory
}

interface MarkProps extends Trust, DetailsProps {
  readonly showsSource: boolean
  /** Of a live connection. */
  readonly isLive: boolean
}

/** A separate component, so that the rows are only formatted while the popover is open. */
function ProvenanceDetails({ history, figures }: DetailsProps) {
  const { metadata, paintedAt } = useSyncExternalStore(history.subscribe, history.get)
  return <KeyValueList items={[...provenanceRows(metadata, paintedAt), ...figureRows(figures)]} />
}

/** Memoized: rerenders when its texts change, not with every message. */
const Mark = memo(function Mark({ source, age, tone, staleness, history, figures, showsSource, isLive }: MarkProps) {
  return (
    <Popover
      title={`Data provenance (${zoneName()})`}
      label={`${source} · ${age}${staleness === undefined ? '' : ` · ${staleness}`}, show provenance`}
      trigger={
        <ShrinkingBadge tone={tone} dot more={staleness === undefined ? undefined : ` · ${staleness}`}>
          {showsSource ? <span className={isLive ? sourceClass : undefined}>{source} · </span> : null}
          <span className={ageClass}>{age}</span>
        </ShrinkingBadge>
      }
    >
      <ProvenanceDetails history={history} figures={figures} />
    </Popover>
  )
})

const NO_FIGURES: Figures = {}

/** Source and age of the displayed data; shows its provenance on click. */
export function TrustMark({ metadata, market, liveness, figures = NO_FIGURES, compact = false }: TrustMarkProps) {
  const now = useNow(marketDisplayMs(market))
  const history = useProvenanceHistory(metadata)
  const isLive = shownDelivery(metadata.delivery, liveness) === 'live'
  const showsSource = !compact || !isLive
  return <Mark {...trustOf(metadata, market, now, liveness)} {...{ history, figures, showsSource, isLive }} />
}
