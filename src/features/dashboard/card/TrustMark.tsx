import type { MarketReading } from '#src/streams/index.ts'
import { Badge } from '#src/ui/display/Badge.tsx'
import { KeyValueList } from '#src/ui/display/KeyValueList.tsx'
import { useNow } from '#src/ui/format/useNow.ts'
import { Popover } from '#src/ui/overlays/Popover.tsx'
import { age as ageClass } from './card.css.ts'
import { usePaintedAt, usePaintings, type Paintings } from './painted.ts'
import { chainOf, trustOf, type Origin } from './trust.ts'

export interface TrustMarkProps {
  readonly origin: Origin
  readonly reading: MarketReading | undefined
}

/** What else changes about its stream is no new message. */
const messageOf = ({ key, messageId, receivedAt }: Origin): string => `${key} ${messageId ?? ''} ${receivedAt}`

/** A part of its own, so that the stations are only written out while somebody looks at them. */
function Chain({ origin, paintings }: { readonly origin: Origin; readonly paintings: Paintings }) {
  return <KeyValueList items={chainOf(origin, usePaintedAt(paintings, messageOf(origin)))} />
}

/** Source and age of what is shown; on a click, its way here. */
export function TrustMark({ origin, reading }: TrustMarkProps) {
  const now = useNow()
  const paintings = usePaintings(messageOf(origin))
  const { source, age, tone, word } = trustOf(origin, reading, now)
  return (
    <Popover
      title="Its way here (UTC)"
      label={`${source} · ${age}${word === undefined ? '' : ` · ${word}`}, show its way here`}
      trigger={
        <Badge tone={tone} dot>
          {source} · <span className={ageClass}>{age}</span>
          {word === undefined ? '' : ` · ${word}`}
        </Badge>
      }
    >
      <Chain origin={origin} paintings={paintings} />
    </Popover>
  )
}
