import { BRAND } from '#contract/brand.ts'
import { ErrorState } from '#src/ui/feedback/ErrorState.tsx'
import { CenteredPage } from '#src/ui/cards/CenteredPage.tsx'

export interface StartFailedProps {
  readonly cause: string
  readonly onRetry: () => void
}

/** Shown if the client cannot load its configuration. */
export function StartFailed({ cause, onRetry }: StartFailedProps) {
  return (
    <CenteredPage title={BRAND} documentTitle="Not started">
      <ErrorState message={`${BRAND} could not be started.`} onRetry={onRetry}>
        {`Its configuration could not be read: ${cause}.`}
      </ErrorState>
    </CenteredPage>
  )
}
