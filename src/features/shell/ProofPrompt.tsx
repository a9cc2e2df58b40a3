import { useSelector } from '@xstate/react'
import { Suspense, type ReactNode } from 'react'
import { useServices } from '#src/app/services.ts'
import { isAsked } from '#src/machines/proof.ts'
import { ErrorBoundary } from '#src/ui/feedback/ErrorBoundary.tsx'

/** Shows its children, the dialog, while an action waits for the user to prove who they are. */
export function ProofPrompt({ children }: { readonly children: ReactNode }) {
  const isShown = useSelector(useServices().proof, isAsked)
  if (!isShown) return null
  return (
    <ErrorBoundary message="The question for your password could not be loaded">
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  )
}
