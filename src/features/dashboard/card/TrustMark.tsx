import { memo, useSyncExternalStore } from 'react'
import type { MarketReading } from '#src/streams/index.ts'
import { Badge } from '#src/ui/display/Badge.tsx'
import { KeyValueList } from '#src/ui/display/KeyValueList.tsx'
import { useNow } from '#src/ui/format/useNow.ts'
import { Popover } from '#src/ui/overlays/Popover.tsx'
import { age as ageClass } from './card.css.ts'
import { useTrail, type Trail } from './trail.ts'
import { chainOf, trustOf, type Origin, type Trust } from './trust.ts'

export interface TrustMarkProps {
  readonly origin: Origin
  readonly reading: MarketReading | undefined
}

/** A part of its own, so that the stations are only written out while somebody looks at them. */
function Chain({ trail }: { readonly trail: Trail }) {
  const { origin, paintedAt } = useSyncExternalStore(trail.subscribe, trail.get)
  return <KeyValueList items={chainOf(origin, paintedAt)} />
}

/** Drawn anew when its words change, not with every message. */
const Mark = memo(function Mark({ source, age, tone, word, trail }: Trust & { readonly trail: Trail }) {
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
      <Chain trail={trail} />
    </Popover>
  )
})

/** Source and age of what is shown; on a click, its way here. */
export function TrustMark({ origin, reading }: TrustMarkProps) {
  const now = useNow()
  return <Mark {...trustOf(origin, reading, now)} trail={useTrail(origin)} />
}
