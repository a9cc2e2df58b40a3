import { Suspense, lazy, use, type ComponentType } from 'react'
import { lazyOnce } from '#src/lib/lazy-once.ts'

interface ComponentModule {
  readonly default: ComponentType
}

/** A component that one feature provides to others: loaded on first render, and again after a failure. */
function lazyComponent(load: () => Promise<ComponentModule>) {
  const module = lazyOnce(load)
  function LazyComponent() {
    const { default: Component } = use(module.get())
    return <Component />
  }
  return { element: <LazyComponent />, preload: module.get }
}

export const connectionStatus = lazyComponent(() => import('#src/features/connection/status/ConnectionStatus.tsx'))
export const inspectorDock = lazyComponent(() => import('./InspectorDock.tsx'))
export const proofDialog = lazyComponent(() => import('#src/features/proof/ProofDialog.tsx'))
export const monitoringTools = lazyComponent(() => import('#src/features/connection/MonitoringTools.tsx'))
export const diagnostics = lazyComponent(() => import('#src/features/connection/diagnostics/DiagnosticsButton.tsx'))

const ReadOnlyBanner = lazy(() =>
  import('#src/features/shell/ReadOnlyBanner.tsx').catch(() => ({ default: () => null })),
)
/** Loaded after the first screen is shown; a page that cannot load it goes on without. */
export const readOnlyBanner = {
  element: (
    <Suspense fallback={null}>
      <ReadOnlyBanner />
    </Suspense>
  ),
}
