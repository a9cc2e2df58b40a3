import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { readOnlyBanner } from '../app/lazy-components.tsx'
import type { PublicServices } from '../app/services.ts'

/** Every screen, above the notice that the server is read-only. */
function Root() {
  return (
    <>
      <Outlet />
      {readOnlyBanner.element}
    </>
  )
}

export const root = createRootRouteWithContext<{ services: PublicServices }>()({ component: Root })
