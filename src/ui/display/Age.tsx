import { formatAge, formatExact, INVALID_DATE, toIso } from '../format/time.ts'
import { cx } from '../cx.ts'
import { tabularNums } from '../theme/tabular-nums.css.ts'
import * as css from './Age.css.ts'

export interface AgeProps {
  /** When the data is from, unix milliseconds. */
  readonly at: number
  /** The same clock now, unix milliseconds. */
  readonly now: number
  /** Older than this is amber, with the word beside it. */
  readonly staleAfterMs?: number | undefined
}

/** How old live data is, to the second: '3 s ago'; amber and '… stale' past its limit. */
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
