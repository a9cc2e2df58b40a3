import { CSPProvider } from '@base-ui/react/csp-provider'
import { createContext, useContext, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { DialogHost } from './DialogHost.tsx'
import { createDialogs } from './dialogs.ts'
import type { Dialogs } from './dialogs.ts'
import { ToastHost } from './ToastHost.tsx'
import { createToasts } from './toasts.ts'
import type { Toasts } from './toasts.ts'

export interface Overlays {
  readonly dialogs: Pick<Dialogs, 'confirm' | 'alert'>
  readonly toasts: Pick<Toasts, 'success' | 'error' | 'info' | 'undoable'>
}

const OverlayContext = createContext<Overlays | undefined>(undefined)

/** Provides and renders confirm, alert and toasts. Base UI's inline style elements are off because the CSP forbids them. */
export function OverlayProvider({ children }: { readonly children: ReactNode }) {
  const [overlays] = useState(() => ({ dialogs: createDialogs(), toasts: createToasts() }))
  return (
    <CSPProvider disableStyleElements>
      <OverlayContext value={overlays}>
        {children}
        <DialogHost dialogs={overlays.dialogs} />
        <ToastHost toasts={overlays.toasts} />
      </OverlayContext>
    </CSPProvider>
  )
}

/** For use inside a dialog: nested confirms open above it, and Escape closes only the confirm. */
export function NestedOverlays({ children }: { readonly children: ReactNode }) {
  const { toasts } = useOverlays()
  const [dialogs] = useState(createDialogs)
  const overlays = useMemo(() => ({ dialogs, toasts }), [dialogs, toasts])
  return (
    <OverlayContext value={overlays}>
      {children}
      <DialogHost dialogs={dialogs} />
    </OverlayContext>
  )
}

/** `dialogs.confirm(…)`, `dialogs.alert(…)` and `toasts.success(…)` of the nearest OverlayProvider. */
export function useOverlays(): Overlays {
  const overlays = useContext(OverlayContext)
  if (overlays === undefined) throw new Error('useOverlays needs an OverlayProvider above it')
  return overlays
}
