import { memo, useEffect, useState, useSyncExternalStore } from 'react'
import { figureRows, type Figures } from '#src/analysis/figures.ts'
import { type Liveness, marketDisplayMs, type MarketSnapshot } from '#src/streams/index.ts'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { zoneName } from '#src/ui/format/regional.ts'
import { useClock, useNow } from '#src/ui/format/useNow.ts'
import { Popover } from '#src/ui/overlays/Popover.tsx'
import { ShrinkingBadge } from '#src/ui/text/Badge.tsx'
import { age as ageClass, source as sourceClass } from './card.css.ts'
import { type MessageMetadata, provenanceRows, shownDelivery, type Trust, trustOf } from './trust.ts'

/** Metadata of the newest message and when it was first painted (unix ms, wall time); undefined until then. */
interface ShownMessage {
  readonly metadata: MessageMetadata
  readonly paintedAt: number | undefined
}

/** A store for `useSyncExternalStore`: updates cost nothing without subscribers. */
interface ProvenanceHistory {
  readonly get: () => ShownMessage
  readonly subscribe: (listener: () => void) => () => void
}

/** Identity of a message; other changes of its stream do not count. */
const messageIdentity = ({ key, messageId, receivedAt }: MessageMetadata): string =>
  `${key} ${messageId ?? ''} ${receivedAt}`

function createProvenanceHistory(initial: MessageMetadata) {
  const listeners = new Set<() => void>()
  let current: ShownMessage = { metadata: initial, paintedAt: undefined }
  const update = (next: ShownMessage): void => {
    current = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => current,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    receive: (metadata: MessageMetadata) => {
      if (messageIdentity(metadata) !== messageIdentity(current.metadata)) update({ metadata, paintedAt: undefined })
    },
    markPainted: (at: number) => {
      if (current.paintedAt === undefined) update({ ...current, paintedAt: at })
    },
  }
}

/** Records when each new message was painted, without rerendering the caller. */
function useProvenanceHistory(metadata: MessageMetadata): ProvenanceHistory {
  const [history] = useState(() => createProvenanceHistory(metadata))
  const now = useClock()
  useEffect(() => {
    history.receive(metadata)
    const frame = requestAnimationFrame(() => history.markPainted(now()))
    return () => cancelAnimationFrame(frame)
  }, [history, metadata, now])
  return history
}

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
