import { useObservableEagerState } from 'observable-hooks'
import { useServices } from '#src/app/services.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { formatNumber } from '#src/ui/format/number.ts'
import { formatClock, formatExact, toIso } from '#src/ui/format/time.ts'
import { zoneName } from '#src/ui/format/regional.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import type { ConnectionSummary } from '#src/machines/connection/selectors.ts'
import { systemErrors, type SystemError } from './errors.ts'
import * as css from './errors.css.ts'

function ErrorItem({ text, where, count, at, isRecovered, details }: SystemError) {
  return (
    <li className={css.error}>
      <span>
        <span className={css.text} title={details?.join('\n')}>
          {text}
        </span>{' '}
        <span className={css.where}>{where}</span>
      </span>
      <span className={css.when}>
        {isRecovered ? <Badge tone="success">recovered</Badge> : null}
        <span>
          {count > 1 ? `${formatNumber(count)} times, last ` : ''}
          <time dateTime={toIso(at)} title={formatExact(at)}>
            {formatClock(at)}
          </time>
        </span>
      </span>
    </li>
  )
}

/** Number of errors; red while one of them has not recovered. */
function Count({ errors }: { readonly errors: readonly SystemError[] }) {
  const isFine = errors.every(({ isRecovered }) => isRecovered)
  return <Badge tone={isFine ? 'success' : 'danger'}>{formatNumber(errors.length)}</Badge>
}

/** Errors since the page was opened or they were cleared, newest first. */
export function SystemErrors({ connections }: { readonly connections: readonly ConnectionSummary[] }) {
  const { streams } = useServices()
  const clearedAt = useObservableEagerState(streams.clearedAt$)
  const errors = systemErrors(useObservableEagerState(streams.problems$), connections, clearedAt)
  return (
    <Card
      title="System Errors"
      subtitle={`times in ${zoneName()}`}
      help={<Help of="System Errors" topic="errors" />}
      flush
      trailing={
        <>
          <Count errors={errors} />
          <Button size="small" disabled={errors.length === 0} onClick={streams.clearProblems}>
            Clear
          </Button>
        </>
      }
    >
      {errors.length === 0 ? (
        <EmptyState
          title={clearedAt === 0 ? 'No errors since this page was opened' : 'No errors since they were cleared'}
        />
      ) : (
        <ul className={css.list} aria-label="System Errors">
          {errors.map((error) => (
            <ErrorItem key={error.id} {...error} />
          ))}
        </ul>
      )}
    </Card>
  )
}
