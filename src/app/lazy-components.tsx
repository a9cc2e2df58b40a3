import { use, type ComponentType } from 'react'
import { lazyOnce } from '../lib/lazy-once.ts'

interface ComponentModule {
  readonly default: ComponentType
}

/** A part of one feature for the screens of others: loaded when first drawn, and tried anew after it could not be. */
function lazyComponent(load: () => Promise<ComponentModule>) {
  const module = lazyOnce(load)
  function LazyComponent() {
    const { default: Component } = use(module.get())
    return <Component />
  }
  return { element: <LazyComponent />, preload: module.get }
}

export const connectionStatus = lazyComponent(() => import('#src/features/connection/status/ConnectionStatus.tsx'))
export const monitoringTools = lazyComponent(() => import('#src/features/connection/MonitoringTools.tsx'))
export const diagnostics = lazyComponent(() => import('#src/features/connection/diagnostics/DiagnosticsButton.tsx'))
