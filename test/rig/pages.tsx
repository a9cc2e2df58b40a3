import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { configure, render } from '@testing-library/react'
import { onGuardChange } from '#src/guards.ts'
import { createPages } from '#src/routes.tsx'
import { ServicesContext } from '#src/services.ts'
import { createSystem } from '#src/system.ts'
import { createBrowser } from './browser.ts'
import { CONFIG, createBackend } from './identity-service.ts'

// The screens load on demand: fetched beforehand, so that no test waits for the compiler.
await Promise.all([
  import('#src/features/auth/SignInScreen.tsx'),
  import('#src/features/dashboard/DashboardScreen.tsx'),
  import('#src/features/models/ModelsSlot.tsx'),
  import('#src/transport/models-api.ts'),
  import('#src/features/profile/ProfileScreen.tsx'),
  import('#src/features/shell/Shell.tsx'),
])
configure({ asyncUtilTimeout: 5_000 })

/** A browser with backends; `open` draws the whole client in a new tab at a path, as main.tsx does. */
export function createClientWorld() {
  const backend = createBackend()
  const browser = createBrowser(backend.fetch)
  return {
    backend,
    browser,
    open(path: string) {
      const tab = browser.openTab()
      const system = createSystem(CONFIG, tab)
      const history = createMemoryHistory({ initialEntries: [path] })
      const pages = createPages(system.services, history)
      onGuardChange(system.services.session, () => void pages.invalidate())
      const view = render(
        <ServicesContext value={system.services}>
          <RouterProvider router={pages} />
        </ServicesContext>,
      )
      return { tab, ...system, pages, view, location: () => pages.state.location.href }
    },
  }
}
