import { cx } from '#src/ui/cx.ts'
import { tabularNums } from '#src/ui/theme/tabular-nums.css.ts'
import { formatDateTime, formatExact, formatRelative, toIso } from '#src/ui/format/time.ts'
import { note } from '../admin.css.ts'
import { oneLine, twoLines } from './security.css.ts'

export interface LogTimeProps {
  readonly iso: string
  /** The wall clock, unix ms. */
  readonly now: number
  /** Both in one line, for where there is room. */
  readonly inline?: boolean | undefined
}

/** Logs are compared by the second: the exact time, and below it how long ago. */
export function LogTime({ iso, now, inline = false }: LogTimeProps) {
  const at = Date.parse(iso)
  return (
    <time className={cx(tabularNums, inline ? oneLine : twoLines)} dateTime={toIso(at)} title={formatExact(at)}>
      <span>{formatDateTime(at)}</span>
      <span className={note}>{formatRelative(at, now)}</span>
    </time>
  )
}
