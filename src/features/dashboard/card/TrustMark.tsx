import { useEffect, useState } from 'react'
import type { MarketReading } from '#src/streams/index.ts'
import { Badge } from '#src/ui/display/Badge.tsx'
import { KeyValueList } from '#src/ui/display/KeyValueList.tsx'
import { useNow } from '#src/ui/format/useNow.ts'
import { Popover } from '#src/ui/overlays/Popover.tsx'
import { age as ageClass } from './card.css.ts'
import { chainOf, trustOf, type Origin } from './trust.ts'

export interface TrustMarkProps {
  readonly origin: Origin
  readonly reading: MarketReading | undefined
}

/** When a message was first painted, unix ms; undefined until then. */
function usePainted(origin: Origin): number | undefined {
  const [painted, setPainted] = useState<{ readonly origin: Origin; readonly at: number }>()
  useEffect(() => {
    const frame = requestAnimationFrame(() => setPainted({ origin, at: Date.now() }))
    return () => cancelAnimationFrame(frame)
  }, [origin])
  return painted?.origin === origin ? painted.at : undefined
}

/** Source and age of what a card shows; on a click, its way here. */
export function TrustMark({ origin, reading }: TrustMarkProps) {
  const now = useNow()
  const paintedAt = usePainted(origin)
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
      <KeyValueList items={chainOf(origin, paintedAt)} />
    </Popover>
  )
}
