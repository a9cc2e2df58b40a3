import { Link } from '@tanstack/react-router'
import { Check, Circle } from 'lucide-react'
import { useEffect } from 'react'
import type { Role } from '#contract/roles.ts'
import { useServices } from '#src/app/services.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { cx } from '#src/ui/cx.ts'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import { quiet, stack } from '#src/ui/theme/layout.css.ts'
import { factsOf } from './facts.ts'
import * as css from './first-steps.css.ts'
import type { FirstSteps } from './useFirstSteps.ts'

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
