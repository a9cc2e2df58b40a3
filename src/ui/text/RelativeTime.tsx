import { tabularNums } from '../theme/layout.css.ts'
import { formatExact, formatRelative, toIso } from '../format/time.ts'

export interface RelativeTimeProps {
  /** Unix milliseconds. */
  readonly at: number
  /** Current time of the same clock, unix ms: market time for market data, wall time for sessions. */
  readonly now: number
}

/** 'Just now', '5 minutes ago', …, with the exact UTC time as title. */
export function RelativeTime({ at, now }: RelativeTimeProps) {
  return (
    <time className={tabularNums} dateTime={toIso(at)} title={formatExact(at)}>
      {formatRelative(at, now)}
    </time>
  )
}
