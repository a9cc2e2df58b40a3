import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'
import { onGuardChange } from '#src/app/guards.ts'
import { createPages } from '#src/routes/router.ts'
import { PublicContext } from '#src/app/services.ts'
import { createPublicServices } from '#src/app/public-services.ts'
import { takeInvitationCode } from '#src/transport/session/invitation-code.ts'
import { createBrowser } from './browser.ts'
import { CONFIG, createBackend, USER } from './identity-service.ts'

// The screens are lazy: loaded beforehand, so that no test waits for the compiler.
await Promise.all([
  import('#src/features/auth/SignInScreen.tsx'),
  import('#src/features/auth/register/RegisterScreen.tsx'),
  import('#src/features/dashboard/DashboardScreen.tsx'),
  import('#src/features/models/ModelsPanelLoader.tsx'),
  import('#src/features/monitoring/MonitoringScreen.tsx'),
  import('#src/transport/api/models.ts'),
  import('#src/features/profile/ProfileScreen.tsx'),
  import('#src/features/shell/Shell.tsx'),
  import('#src/features/trading/TradingScreen.tsx'),
  import('#src/app/strategies.ts'),
  import('#src/app/signed-in-services.ts'),
])

/** The address bar of a page opened at `path`. */
function addressBar(path: string) {
  const url = new URL(path, 'http://pairbot.test')
  let shown = path
  return {
    location: { href: url.href },
    history: {
      state: null,
      replaceState(_state: unknown, _title: string, next?: string | URL | null) {
        shown = String(next)
      },
    },
    shown: () => shown,
  }
}

/** The pages, whose router never removes its listeners itself. */
function createPagesForTest(...args: Parameters<typeof createPages>) {
  const targets = [document, globalThis] as const
  const spies = targets.map((target) => vi.spyOn(target, 'addEventListener'))
  const pages = createPages(...args)
  const added = spies.map(({ mock }) => [...mock.calls])
  for (const spy of spies) spy.mockRestore()
  onTestFinished(() => {
    for (const [index, calls] of added.entries())
      for (const [type, listener, capture] of calls) targets[index]?.removeEventListener(type, listener, capture)
  })
  return pages
}

/** A browser with backends; `open` renders the complete client in a new tab at a path, as main.tsx does. */
export function createClientWorld(user = USER) {
  const backend = createBackend(user)
  const browser = createBrowser(backend.fetch)
  return {
    backend,
    browser,
    open(path: string) {
      const bar = addressBar(path)
      const tab = browser.openTab(takeInvitationCode(bar))
      const system = createPublicServices(CONFIG, tab)
      onTestFinished(() => system.stop())
      const history = createMemoryHistory({ initialEntries: [bar.shown()] })
      const pages = createPagesForTest(system.services, history)
      onGuardChange(system.services.session, () => void pages.invalidate())
      const view = render(
        <PublicContext value={system.services}>
          <RouterProvider router={pages} />
        </PublicContext>,
      )
      return { tab, ...system, pages, view, location: () => pages.state.location.href }
    },
  }
}
