import { use, type ComponentType } from 'react'
import { onDemand } from '../lib/lazy-once.ts'

interface Part {
  readonly default: ComponentType
}

/** A part of one feature for the screens of others: loaded when first drawn, and tried anew after it could not be. */
function slot(load: () => Promise<Part>) {
  const part = onDemand(load)
  function Slot() {
    const { default: Component } = use(part.get())
    return <Component />
  }
  return { element: <Slot />, preload: part.get }
}

export const connectionStatus = slot(() => import('#src/features/connection/status/ConnectionStatus.tsx'))
export const monitoringTools = slot(() => import('#src/features/connection/MonitoringTools.tsx'))
export const diagnostics = slot(() => import('#src/features/connection/diagnostics/DiagnosticsButton.tsx'))
