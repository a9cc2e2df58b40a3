import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { ConnectionStatusContext } from '#src/app/services.ts'
import { ErrorBoundary } from '#src/ui/feedback/ErrorBoundary.tsx'
import { Spinner } from '#src/ui/feedback/Spinner.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { ConnectionDialog } from './ConnectionDialog.tsx'
import type { ShellSearch } from './search.ts'
import { PaletteLoader } from './PaletteLoader.tsx'
import { FirstStepsOffer } from './first-steps/FirstStepsOffer.tsx'
import * as firstStepsCss from './first-steps/first-steps.css.ts'
import type { FirstSteps } from './first-steps/useFirstSteps.ts'
import { ShortcutList } from './ShortcutList.tsx'
import type { ChordPath } from './shortcuts.ts'
import * as css from './ShellFrame.css.ts'
import { Sidebar } from './Sidebar.tsx'
import { TopBar } from './TopBar.tsx'
import type { TopBarProps } from './TopBar.tsx'
import { focusListFilter, useShortcuts } from './useShortcuts.ts'

const FirstStepsList = lazy(() => import('./first-steps/FirstStepsList.tsx'))

export interface ShellFrameProps extends Omit<TopBarProps, 'onConnectionStatus' | 'onPalette'> {
  readonly path: string
  readonly onNavigate: (path: ChordPath) => void
  /** Content of the Connection Status dialog; mounted only while it is open. */
  readonly connectionStatus: ReactNode
  /** The docked inspector; mounted only while it is open. */
  readonly inspector: ReactNode
  /** The open dialog, which has an address. */
  readonly dialog: ShellSearch['dialog']
  readonly onOpenDialog: (dialog: NonNullable<ShellSearch['dialog']>) => void
  readonly onCloseDialog: () => void
  readonly first: FirstSteps
  readonly children: ReactNode
}

/** Frame of all signed-in screens. Presentational: uses no services. */
export function ShellFrame(props: ShellFrameProps) {
  const { path, onNavigate, connectionStatus, inspector, ...others } = props
  const { dialog, onOpenDialog, onCloseDialog, first, children, ...bar } = others
  const { isInspectorOpen } = bar
  const { role } = bar.user
  const main = useRef<HTMLElement>(null)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const openConnectionStatus = useCallback(() => onOpenDialog('connection'), [onOpenDialog])
  const openFirstSteps = () => onOpenDialog('first-steps')
  const openPalette = useCallback(() => setPaletteOpen(true), [])
  const closePalette = useCallback(() => setPaletteOpen(false), [])

  useShortcuts((action) => {
    if (action.kind === 'palette') openPalette()
    else if (action.kind === 'help') onOpenDialog('shortcuts')
    else if (action.kind === 'filter') focusListFilter()
    else if (action.path !== '/admin' || role === 'Admin') onNavigate(action.path)
  })

  return (
    <div className={css.frame}>
      <a
        href="#content"
        className={css.skip}
        onClick={(event) => {
          event.preventDefault()
          main.current?.focus()
        }}
      >
        Skip to content
      </a>
      <Sidebar
        role={role}
        path={path}
        footer={<FirstStepsOffer first={first} onOpen={openFirstSteps} className={firstStepsCss.inSidebar} />}
      />
      <div className={css.column}>
        <TopBar {...bar} onConnectionStatus={openConnectionStatus} onPalette={openPalette} />
        <main id="content" ref={main} tabIndex={-1} className={css.main}>
          <ConnectionStatusContext value={openConnectionStatus}>{children}</ConnectionStatusContext>
          <FirstStepsOffer first={first} onOpen={openFirstSteps} className={firstStepsCss.belowContent} />
        </main>
        {isInspectorOpen ? inspector : null}
      </div>
      <ConnectionDialog open={dialog === 'connection'} onClose={onCloseDialog}>
        {connectionStatus}
      </ConnectionDialog>
      {isPaletteOpen ? (
        <PaletteLoader
          onClose={closePalette}
          targets={{
            role,
            openConnectionStatus,
            openShortcuts: () => onOpenDialog('shortcuts'),
            openFirstSteps,
            isInspectorOpen,
            toggleInspector: bar.onToggleInspector,
          }}
        />
      ) : null}
      <Dialog open={dialog === 'first-steps'} onClose={onCloseDialog} title="First steps" size="small">
        <ErrorBoundary message="The first steps could not be loaded">
          <Suspense fallback={<Spinner label="Loading" />}>
            <FirstStepsList role={role} first={first} onClose={onCloseDialog} />
          </Suspense>
        </ErrorBoundary>
      </Dialog>
      <ShortcutList open={dialog === 'shortcuts'} onClose={onCloseDialog} role={role} />
    </div>
  )
}
