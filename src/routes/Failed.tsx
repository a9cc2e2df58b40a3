import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { AccessDenied } from '#src/features/auth/AccessDenied.tsx'
import { ScreenFailed } from '#src/features/pages/ScreenFailed.tsx'
import { canGoBack } from '../app/can-go-back.ts'
import { AccessDeniedError } from '../app/guards.ts'

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
