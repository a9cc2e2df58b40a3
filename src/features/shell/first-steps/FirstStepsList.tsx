import { Link } from '@tanstack/react-router'
import { Check, Circle } from 'lucide-react'
import { useEffect } from 'react'
import { catchError, defer, EMPTY, from, map, merge, NEVER, type Observable, switchMap } from 'rxjs'
import type { Role } from '#contract/roles.ts'
import { type Services, useServices } from '#src/app/services.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { cx } from '#src/ui/cx.ts'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import { quiet, stack } from '#src/ui/theme/layout.css.ts'
import * as css from './first-steps.css.ts'
import type { StepId } from './steps.ts'
import type { FirstSteps } from './useFirstSteps.ts'

/** Steps whose results the server has: the user's strategies and, for an administrator, the invitations. */
function factsOf({ strategies, admin }: Services, role: Role): Observable<readonly StepId[]> {
  const strategy$ = defer(() => from(strategies())).pipe(
    switchMap(({ feeds }) => feeds.list(NEVER)),
    map(({ value }): readonly StepId[] => (value !== undefined && value.length > 0 ? ['strategy'] : [])),
  )
  const invitation$ = defer(() => from(admin())).pipe(
    switchMap((api) => from(api.invitations({}))),
    map((result): readonly StepId[] => (result.ok && result.value.list.length > 0 ? ['invitation'] : [])),
  )
  // What cannot be asked stays as it is.
  return merge(
    role === 'Viewer' ? EMPTY : strategy$.pipe(catchError(() => EMPTY)),
    role === 'Admin' ? invitation$.pipe(catchError(() => EMPTY)) : EMPTY,
  )
}

export interface FirstStepsListProps {
  readonly role: Role
  readonly first: FirstSteps
  readonly onClose: () => void
}

/** The first steps of a role, ticked where they were done. In a chunk of its own. */
export default function FirstStepsList({ role, first, onClose }: FirstStepsListProps) {
  const services = useServices()
  const { steps, markDone, isDismissed, setDismissed } = first
  useEffect(() => {
    const asking = factsOf(services, role).subscribe(markDone)
    return () => asking.unsubscribe()
  }, [services, role, markDone])
  return (
    <div className={stack[4]}>
      <ol className={css.list}>
        {steps.map(({ id, title, says, to, isDone }) => (
          <li key={id} className={css.step}>
            <span className={cx(css.mark, isDone && css.done)}>
              {isDone ? <Check size={16} aria-hidden="true" /> : <Circle size={16} aria-hidden="true" />}
            </span>
            <span>
              <Link to={to}>{title}</Link>
              {isDone ? <VisuallyHidden>, done</VisuallyHidden> : null}
              <span className={cx(quiet, css.says)}>{says}</span>
            </span>
          </li>
        ))}
      </ol>
      <div>
        <Button
          onClick={() => {
            setDismissed(!isDismissed)
            onClose()
          }}
        >
          {isDismissed ? 'Offer the first steps again' : 'Do not offer these again'}
        </Button>
      </div>
    </div>
  )
}
