import { TriangleAlert } from 'lucide-react'
import type { MarketKind } from '#contract/provenance.ts'
import { marketTime } from '#src/streams/index.ts'
import type { MarketSnapshot } from '#src/streams/index.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { formatClock, formatDateTime, toIso } from '#src/ui/format/time.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { degraded, market as marketClass, time } from './MarketBadge.css.ts'

const TONES: Record<MarketKind, Tone> = { kraken: 'success', replay: 'info', simulated: 'accent' }

export interface MarketBadgeProps {
  /** Undefined until the server has sent its market. */
  readonly snapshot: MarketSnapshot | undefined
  /** Current time, unix ms. */
  readonly now: number
}

/** Kind of market, market time, and a warning while the source is degraded. */
export function MarketBadge({ snapshot, now }: MarketBadgeProps) {
  if (!snapshot) return <Skeleton width="180px" height="20px" />
  const { market } = snapshot
  const at = marketTime(snapshot, now)
  return (
    <div className={marketClass} data-testid="market-badge">
      <Badge
        tone={market.degraded === undefined ? TONES[market.kind] : 'warning'}
        dot={market.degraded === undefined}
        icon={market.degraded === undefined ? undefined : <TriangleAlert size={12} aria-hidden="true" />}
        title={market.label}
      >
        {market.label}
      </Badge>
      <time className={time} dateTime={toIso(at)} title="Market time">
        {market.kind === 'replay' ? formatDateTime(at) : formatClock(at)} UTC
        {market.speed === 1 ? '' : ` · ${market.speed}×`}
      </time>
      {market.degraded === undefined ? null : <span className={degraded}>{market.degraded}</span>}
    </div>
  )
}
