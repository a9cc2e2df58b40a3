import { figures } from '#src/ui/theme/figures.css.ts'
import { formatDateTime, formatExact, formatRelative, toIso } from '#src/ui/format/time.ts'
import { note } from '../admin.css.ts'
import { moment } from './security.css.ts'

export interface LogTimeProps {
  readonly iso: string
  /** The wall clock, unix ms. */
  readonly now: number
}

/** Logs are compared by the second: the exact time, and below it how long ago. */
export function LogTime({ iso, now }: LogTimeProps) {
  const at = Date.parse(iso)
  return (
    <time className={`${figures} ${moment}`} dateTime={toIso(at)} title={formatExact(at)}>
      <span>{formatDateTime(at)}</span>
      <span className={note}>{formatRelative(at, now)}</span>
    </time>
  )
}
