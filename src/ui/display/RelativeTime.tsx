import { tabularNums } from '../theme/tabular-nums.css.ts'
import { formatExact, formatRelative, toIso } from '../format/time.ts'

export interface RelativeTimeProps {
  /** Unix milliseconds. */
  readonly at: number
  /** The clock it is measured against, unix milliseconds: the market's for market data, the wall's for sessions. */
  readonly now: number
}

/** 'Just now', '5 minutes ago', …; the exact UTC time as title. */
export function RelativeTime({ at, now }: RelativeTimeProps) {
  return (
    <time className={tabularNums} dateTime={toIso(at)} title={formatExact(at)}>
      {formatRelative(at, now)}
    </time>
  )
}
