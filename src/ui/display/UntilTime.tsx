import { formatDate, formatExact, formatUntil, toIso } from '../format/time.ts'
import { tabularNums } from '../theme/tabular-nums.css.ts'

export interface UntilTimeProps {
  /** When it ends, unix milliseconds. */
  readonly at: number
  /** The same clock now, unix milliseconds. */
  readonly now: number
  /** It ended before, or ends no more: the date alone. */
  readonly isOver?: boolean | undefined
}

/** 'in 3h', 'in 7d', 'Expires now'; the exact UTC time as title. */
export function UntilTime({ at, now, isOver = false }: UntilTimeProps) {
  return (
    <time className={tabularNums} dateTime={toIso(at)} title={formatExact(at)}>
      {isOver ? formatDate(at) : formatUntil(at, now)}
    </time>
  )
}
