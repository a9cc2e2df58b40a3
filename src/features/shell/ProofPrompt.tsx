import { useObservableEagerState } from 'observable-hooks'
import { Suspense, type ReactNode } from 'react'
import { useServices } from '#src/app/services.ts'
import { ErrorBoundary } from '#src/ui/feedback/ErrorBoundary.tsx'

/** Shows its children, the dialog, while an action waits for the user to prove who they are. */
export function ProofPrompt({ children }: { readonly children: ReactNode }) {
  const isAsked = useObservableEagerState(useServices().proof.isAsked$)
  if (!isAsked) return null
  return (
    <ErrorBoundary message="The question for your password could not be loaded">
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  )
}
