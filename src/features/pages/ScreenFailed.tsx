import { ErrorState } from '#src/ui/display/ErrorState.tsx'

export interface ScreenFailedProps {
  readonly onRetry: () => void
}

/** Shown in place of a screen that failed to load or render. */
export function ScreenFailed({ onRetry }: ScreenFailedProps) {
  return (
    <ErrorState message="This screen could not be shown." onRetry={onRetry}>
      It may be a lost connection, or a new version that is being rolled out. If trying again does not help, reload the
      page.
    </ErrorState>
  )
}
