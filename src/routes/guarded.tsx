import { createRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { VerifyingPanel } from '#src/features/auth/VerifyingPanel.tsx'
import { shellSearch } from '#src/features/shell/search.ts'
import { requireUser } from '../app/guards.ts'
import { connectionStatus, inspectorDock, proofDialog } from '../app/lazy-components.tsx'
import { loadWhenIdle } from '../app/load-when-idle.ts'
import { RestoredContext } from '../app/restored-context.ts'
import { RecordsContext, ServicesContext, useLoadedRecords, useSession } from '../app/services.ts'
import { sessionId, sessionStatus } from '../machines/session/selectors.ts'
import { reachable } from './reachable.ts'
import { root } from './root.tsx'
import { Shell } from './screens.ts'

const WARM_UP_MS = 2_000

/** Mounts a new shell for every session, so that no state carries over from one user to the next. */
function Guarded() {
  const id = useSession(sessionId)
  const { signedIn, user } = guarded.useRouteContext()
  const { role } = user
  const records = useLoadedRecords(signedIn)
  useEffect(() => loadWhenIdle(reachable(role, signedIn), WARM_UP_MS), [role, signedIn])
  return id === undefined ? null : (
    <ServicesContext value={signedIn}>
      <RestoredContext value={signedIn.restored$}>
        <RecordsContext value={records}>
          <Shell
            key={id}
            connectionStatus={connectionStatus.element}
            inspector={inspectorDock.element}
            proof={proofDialog.element}
          />
        </RecordsContext>
      </RestoredContext>
    </ServicesContext>
  )
}
/** Lets the router preload the shell as it does screens. */
const guardedShell = Object.assign(Guarded, { preload: () => Shell.preload?.() })

/** The parent of every page that needs a session. */
export const guarded = createRoute({
  getParentRoute: () => root,
  id: 'guarded',
  validateSearch: shellSearch,
  pendingComponent: VerifyingPanel,
  beforeLoad: async ({ context: { services }, location }) => {
    // Loaded while the session is verified; a failure surfaces when they are awaited below.
    if (sessionStatus(services.session.getSnapshot()) !== 'unauthenticated') {
      Shell.preload?.()?.catch(() => undefined)
      services.loadSignedInServices().catch(() => undefined)
    }
    const { user } = await requireUser(services.session, location.href)
    return { user, signedIn: await services.loadSignedInServices() }
  },
  component: guardedShell,
})
