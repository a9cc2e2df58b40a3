import { useObservableEagerState } from 'observable-hooks'
import { useServices } from '#src/app/services.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { formatNumber } from '#src/ui/format/number.ts'
import { formatClock, formatExact, toIso } from '#src/ui/format/time.ts'
import type { ConnectionSummary } from '#src/machines/connection/selectors.ts'
import { systemErrors } from './errors.ts'
import * as css from './errors.css.ts'

/** Errors since the page was opened, newest first. */
export function SystemErrors({ connections }: { readonly connections: readonly ConnectionSummary[] }) {
  const { streams } = useServices()
  const errors = systemErrors(useObservableEagerState(streams.problems$), connections)
  return (
    <Card
      title="System Errors"
      subtitle="times in UTC"
      flush
      trailing={<Badge tone={errors.length === 0 ? 'success' : 'danger'}>{formatNumber(errors.length)}</Badge>}
    >
      {errors.length === 0 ? (
        <EmptyState title="No errors since this page was opened" />
      ) : (
        <ul className={css.list} aria-label="System Errors">
          {errors.map(({ id, text, where, count, at }) => (
            <li key={id} className={css.error}>
              <span>
                <span className={css.text}>{text}</span> <span className={css.where}>{where}</span>
              </span>
              <span className={css.when}>
                {count > 1 ? `${formatNumber(count)} times, last ` : ''}
                <time dateTime={toIso(at)} title={formatExact(at)}>
                  {formatClock(at)}
                </time>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
