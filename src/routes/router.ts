import { createRoute, createRouter, lazyRouteComponent, type RouterHistory } from '@tanstack/react-router'
import { dashboardSearch } from '#src/features/dashboard/search.ts'
import { NotFound } from '#src/features/pages/NotFound.tsx'
import { shellSearch } from '#src/features/shell/search.ts'
import type { PublicServices } from '../app/services.ts'
import { adminRoutes } from './admin.ts'
import { Failed } from './Failed.tsx'
import { guarded } from './guarded.tsx'
import { panelRoutes } from './panels.tsx'
import { publicRoutes } from './public.ts'
import { root } from './root.tsx'

const machines = createRoute({
  getParentRoute: () => root,
  path: '/dev/machines',
  validateSearch: (raw: Record<string, unknown>) => ({ ...shellSearch(raw), ...dashboardSearch(raw) }),
  component: lazyRouteComponent(() => import('../inspector.tsx')),
})

const tree = root.addChildren([...publicRoutes, guarded.addChildren([...panelRoutes, adminRoutes]), machines])

/** The router. `history` defaults to the browser's. */
export const createPages = (services: PublicServices, history?: RouterHistory) =>
  createRouter({
    routeTree: tree,
    context: { services },
    ...(history ? { history } : {}),
    // The pending panel is all there is to show before the guards have decided.
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    defaultErrorComponent: Failed,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPages>
  }
}
