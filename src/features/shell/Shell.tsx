import { Outlet, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useObservableEagerState } from 'observable-hooks'
import { type ReactNode, Suspense, useCallback } from 'react'
import { usePreferences, useServices, useSession } from '#src/app/services.ts'
import { useAddressChange } from '#src/app/use-address.ts'
import { useConnectionSummary } from '#src/app/use-connection.ts'
import { connectionCommands } from '#src/machines/connection/commands.ts'
import { FEEDS } from '#src/machines/connection/ports.ts'
import { isAsked } from '#src/machines/proof.ts'
import { sessionUser } from '#src/machines/session/selectors.ts'
import { ErrorBoundary } from '#src/ui/feedback/ErrorBoundary.tsx'
import { OverlayProvider } from '#src/ui/overlays/OverlayProvider.tsx'
import { TopProvider } from '#src/ui/overlays/TopSlot.tsx'
import { ShellFrame } from './ShellFrame.tsx'
import { useFirstSteps } from './first-steps/useFirstSteps.ts'
import type { ShellSearch } from './search.ts'

/** Shows its children, the dialog, while an action waits for the user to prove who they are. */
function ProofPrompt({ children }: { readonly children: ReactNode }) {
  const isShown = useSelector(useServices().proof, isAsked)
  if (!isShown) return null
  return (
    <ErrorBoundary message="The question for your password could not be loaded">
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  )
}

export interface ShellProps {
  /** Content of the Connection Status dialog. */
  readonly connectionStatus: ReactNode
  readonly inspector: ReactNode
  /** The dialog that asks the user to prove who they are. */
  readonly proof: ReactNode
}

/** Connects the frame to the services; screens render in the outlet. */
export default function Shell({ connectionStatus, inspector, proof }: ShellProps) {
  const { sessionCommands, streams, connections } = useServices()
  const user = useSession(sessionUser)
  const market = useObservableEagerState(streams.market$)
  const tdp = useConnectionSummary('tdp')
  const analytics = useConnectionSummary('analytics')
  const path = useLocation({ select: ({ pathname }) => pathname })
  const navigate = useNavigate()
  const search = useSearch({ from: '/guarded' })
  const { open, replace, close } = useAddressChange<ShellSearch>()
  const [{ inspector: isDocked = false }, setPreferences] = usePreferences()
  const isInspectorOpen = isDocked || search.inspector !== undefined
  const toggleInspector = () => {
    setPreferences({ inspector: !isInspectorOpen })
    replace({ inspector: undefined, actor: undefined })
  }
  const openDialog = useCallback((dialog: ShellSearch['dialog']) => open({ dialog }), [open])

  const first = useFirstSteps(user?.role ?? 'Viewer', path)

  // The session may end before the route guard redirects.
  if (!user) return null
  return (
    <OverlayProvider>
      <TopProvider content={<ProofPrompt>{proof}</ProofPrompt>}>
        <ShellFrame
          user={user}
          path={path}
          market={market}
          connections={[tdp, analytics]}
          connectionStatus={connectionStatus}
          inspector={inspector}
          isInspectorOpen={isInspectorOpen}
          onToggleInspector={toggleInspector}
          first={first}
          dialog={search.dialog}
          onOpenDialog={openDialog}
          onCloseDialog={() => close({ dialog: undefined })}
          onNavigate={(to) => void navigate({ to })}
          onReconnect={() => FEEDS.forEach((feed) => connectionCommands(connections[feed]).restart())}
          onLogout={() => sessionCommands.signOut()}
        >
          <Outlet />
        </ShellFrame>
      </TopProvider>
    </OverlayProvider>
  )
}
