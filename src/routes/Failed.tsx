import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { AccessDeniedError } from '../app/guards.ts'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { BRAND } from '#contract/brand.ts'
import type { Role } from '#contract/roles.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Card } from '../ui/cards/Card.tsx'
import { form, row } from '../features/auth/auth.css.ts'

interface AccessDeniedProps {
  readonly required: Role
  readonly current: Role
  readonly onGoBack: () => void
}

/** Shown in place of a screen the user's role may not access. */
function AccessDenied({ required, current, onGoBack }: AccessDeniedProps) {
  return (
    <>
      <title>{`${BRAND} · Access Denied`}</title>
      <Card title="Access Denied">
        <div className={form} role="alert">
          <p>{`You need ${required} role or higher to access this resource.`}</p>
          <p>{`Your current role: ${current}`}</p>
          <div className={row}>
            <Button variant="primary" onClick={onGoBack}>
              Go Back
            </Button>
          </div>
        </div>
      </Card>
    </>
  )
}

interface ScreenFailedProps {
  readonly onRetry: () => void
}

/** Shown in place of a screen that failed to load or render. */
function ScreenFailed({ onRetry }: ScreenFailedProps) {
  return (
    <ErrorState message="This screen could not be loaded." onRetry={onRetry}>
      The connection may be lost, or a new version is being rolled out. If retrying does not help, reload the page.
    </ErrorState>
  )
}

/** What is known of the history of this tab. */
interface TabHistory {
  /** Whether the page itself, since it was loaded, has opened another of its pages. */
  readonly canGoBack: () => boolean
}

/**
 * Whether there is a previous page of this client to go back to. The browser also knows those from before an address was
 * typed in, which loads the client anew, and leaves out pages of others.
 */
export const canGoBack = (
  history: TabHistory,
  browser: { readonly canGoBack: boolean } | undefined = globalThis.navigation,
): boolean => browser?.canGoBack ?? history.canGoBack()

/** Access denied for an insufficient role; for any other error a page with a retry button. */
export function Failed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  if (error instanceof AccessDeniedError) {
    const goBack = () =>
      canGoBack(router.history) ? router.history.back() : void router.navigate({ to: '/dashboard' })
    return <AccessDenied required={error.required} current={error.current} onGoBack={goBack} />
  }
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return <ScreenFailed onRetry={retry} />
}
