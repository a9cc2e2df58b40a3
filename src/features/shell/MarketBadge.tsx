import { TriangleAlert } from 'lucide-react'
import type { MarketKind } from '#contract/provenance.ts'
import { LIVENESS_TEXTS, marketTime, type Liveness, type MarketSnapshot } from '#src/streams/index.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { formatClock, formatDate, toIso } from '#src/ui/format/time.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { zoneName } from '#src/ui/format/regional.ts'
import { date, degraded, interrupted, label, market as marketClass, time } from './MarketBadge.css.ts'

const TONES: Record<MarketKind, Tone> = { kraken: 'success', replay: 'info', simulated: 'accent' }

export interface MarketBadgeProps {
  /** Undefined until the server has sent its market. */
  readonly snapshot: MarketSnapshot | undefined
  /** Current time, unix ms. */
  readonly now: number
  /** Of the market-data connection. */
  readonly liveness: Liveness
}

interface MarketTimeProps extends Pick<MarketBadgeProps, 'now'> {
  readonly snapshot: MarketSnapshot
}

function MarketTime({ snapshot, now }: MarketTimeProps) {
  const { kind, speed } = snapshot.market
  const at = marketTime(snapshot, now)
  const iso = toIso(at)
  const day = kind === 'replay' && iso !== undefined ? `${formatDate(at)} ` : ''
  const clock = `${formatClock(at)} ${zoneName(at)}${speed === 1 ? '' : ` · ${speed}×`}`
  return (
    <time className={time} dateTime={iso} title={`Market time ${day}${clock}`}>
      {day === '' ? null : <span className={date}>{day}</span>}
      {clock}
    </time>
  )
}

/** Kind of market, market time or why it is unknown, and a warning while the source is degraded. */
export function MarketBadge({ snapshot, now, liveness }: MarketBadgeProps) {
  if (!snapshot) return <Skeleton width="180px" height="20px" />
  const { market } = snapshot
  const interruption = LIVENESS_TEXTS[liveness]
  const isLive = liveness === 'live' && market.degraded === undefined
  return (
    <div className={marketClass} data-testid="market-badge">
      <span className={label}>
        <Badge
          tone={isLive ? TONES[market.kind] : 'warning'}
          dot={isLive}
          icon={isLive ? undefined : <TriangleAlert size={12} aria-hidden="true" />}
          title={market.label}
        >
          {market.label}
        </Badge>
      </span>
      {interruption === undefined ? (
        <MarketTime {...{ snapshot, now }} />
      ) : (
        <output className={interrupted}>{interruption}</output>
      )}
      {market.degraded === undefined ? null : (
        <span className={degraded} title={market.degraded}>
          {market.degraded}
        </span>
      )}
    </div>
  )
}
