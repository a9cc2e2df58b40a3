import { formatAge, formatExact, INVALID_DATE, toIso } from '../format/time.ts'
import { cx } from '../cx.ts'
import { tabularNums } from '../theme/layout.css.ts'
import * as css from './Badge.css.ts'

export interface AgeProps {
  /** Timestamp of the data, unix ms. */
  readonly at: number
  /** Current time of the same clock, unix ms. */
  readonly now: number
  /** Above this age it is amber and labelled stale. */
  readonly staleAfterMs?: number | undefined
}

/** Age of live data, '3 s ago'; amber with '· stale' above its limit. */
export function Age({ at, now, staleAfterMs }: AgeProps) {
  const iso = toIso(at)
  if (iso === undefined) return <span>{INVALID_DATE}</span>
  const isStale = staleAfterMs !== undefined && now - at > staleAfterMs
  return (
    <time dateTime={iso} title={formatExact(at)} className={cx(tabularNums, isStale && css.stale)}>
      {formatAge(now - at)} ago{isStale ? ' · stale' : ''}
    </time>
  )
}
