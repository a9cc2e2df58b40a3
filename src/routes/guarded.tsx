import { createRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { VerifyingPanel } from '#src/features/auth/VerifyingPanel.tsx'
import { shellSearch } from '#src/features/shell/search.ts'
import { requireUser } from '../app/guards.ts'
import { connectionStatus, inspectorDock, proofDialog, diagnostics, monitoringTools } from '../app/lazy-components.tsx'
import { RestoredContext } from '../app/restored-context.ts'
import { RecordsContext, ServicesContext, useLoadedRecords, useSession, type Services } from '../app/services.ts'
import { sessionId, sessionStatus } from '../machines/session/selectors.ts'
import { root } from './root.tsx'
import { Shell } from './screens.ts'
import type { Role } from '#contract/roles.ts'
import * as screens from './screens.ts'

type Load = () => Promise<unknown> | undefined

/** Longest wait for an idle moment. */
const IDLE_TIMEOUT_MS = 5_000

/** Resolves when the browser is idle; some browsers do not say when that is. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT_MS })
    else setTimeout(resolve, 0)
  })

/**
 * Loads what may be opened later, from `startMs` on, one after another in idle moments, so that it is there when the
 * network is not. A failed load is repeated on first use. Returns a function that stops.
 */
export function loadWhenIdle(loads: readonly Load[], startMs: number): () => void {
  let isStopped = false

  async function loadAll(): Promise<void> {
    for (const load of loads) {
      await idle()
      if (isStopped) return
      await Promise.allSettled([load()])
    }
  }

  const timer = setTimeout(() => void loadAll(), startMs)
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/** What a user of this role can open, besides the dashboard that comes first: it has to open in an outage too. */
const reachable = (role: Role, { health, strategies, account, models, admin }: Services) => [
  connectionStatus.preload,
  proofDialog.preload,
  health,
  () => screens.DashboardScreen.preload?.(),
  () => screens.ChartsScreen.preload?.(),
  () => import('#src/ui/charts/CandleChart.tsx'),
  () => screens.ModelsSlot.preload?.(),
  models,
  () => screens.MonitoringScreen.preload?.(),
  monitoringTools.preload,
  diagnostics.preload,
  () => screens.TradingScreen.preload?.(),
  strategies,
  () => screens.ProfileScreen.preload?.(),
  () => screens.AccountSecurityScreen.preload?.(),
  () => screens.ScoreScreen.preload?.(),
  account,
  () => import('#src/features/shell/Palette.tsx'),
  ...(role === 'Admin'
    ? [admin, ...Object.values(screens.ADMIN_SCREENS).map((screen) => () => screen.preload?.())]
    : []),
]

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
