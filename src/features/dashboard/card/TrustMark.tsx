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

/** When a message was first painted, unix ms; undefined until then. What else changes about its stream is no new message. */
function usePainted({ key, messageId, receivedAt }: Origin): number | undefined {
  const message = `${key} ${messageId ?? ''} ${receivedAt}`
  const [painted, setPainted] = useState<{ readonly message: string; readonly at: number }>()
  useEffect(() => {
    const frame = requestAnimationFrame(() => setPainted({ message, at: Date.now() }))
    return () => cancelAnimationFrame(frame)
  }, [message])
  return painted?.message === message ? painted.at : undefined
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
