import { formatDate, formatExact, formatUntil, toIso } from '../format/time.ts'
import { tabularNums } from '../theme/layout.css.ts'

export interface UntilTimeProps {
  /** Expiry, unix ms. */
  readonly at: number
  /** Current time of the same clock, unix ms. */
  readonly now: number
  /** Already ended: shows the date only. */
  readonly isOver?: boolean | undefined
}

/** 'in 3h', 'in 7d', 'Expires now', with the exact UTC time as title. */
export function UntilTime({ at, now, isOver = false }: UntilTimeProps) {
  return (
    <time className={tabularNums} dateTime={toIso(at)} title={formatExact(at)}>
      {isOver ? formatDate(at) : formatUntil(at, now)}
    </time>
  )
}
