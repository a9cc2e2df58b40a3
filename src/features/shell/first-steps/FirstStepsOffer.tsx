import { Button } from '#src/ui/controls/Button.tsx'
import * as css from './first-steps.css.ts'
import type { FirstSteps } from './useFirstSteps.ts'

export interface FirstStepsOfferProps {
  readonly first: FirstSteps
  readonly onOpen: () => void
  readonly className: string
}

/** How many first steps are done, until all are or they are dismissed. */
export function FirstStepsOffer({ first: { steps, isOffered }, onOpen, className }: FirstStepsOfferProps) {
  if (!isOffered) return null
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <div className={className}>
      <Button variant="ghost" size="small" className={css.offer} aria-haspopup="dialog" onClick={onOpen}>
        First steps {done}/{steps.length}
      </Button>
    </div>
  )
}
