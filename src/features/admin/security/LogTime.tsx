import { cx } from '#src/ui/cx.ts'
import { tabularNums } from '#src/ui/theme/layout.css.ts'
import { formatDateTime, formatExact, formatRelative, toIso } from '#src/ui/format/time.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { cellLines } from '#src/ui/table/DataTable.css.ts'

export interface LogTimeProps {
  readonly iso: string
  /** Current time, unix ms. */
  readonly now: number
}

/** Exact and relative time of a log entry. */
export function LogTime({ iso, now }: LogTimeProps) {
  const at = Date.parse(iso)
  return (
    <time className={cx(tabularNums, cellLines)} dateTime={toIso(at)} title={formatExact(at)}>
      <span>{formatDateTime(at)}</span>
      <span className={layout.quiet}>{formatRelative(at, now)}</span>
    </time>
  )
}
