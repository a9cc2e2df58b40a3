import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { BRAND } from '#contract/brand.ts'
import type { Role } from '#contract/roles.ts'
import { ConnectionStatusContext } from '#src/app/services.ts'
import { ErrorBoundary } from '#src/ui/feedback/ErrorBoundary.tsx'
import { Spinner } from '#src/ui/feedback/Spinner.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { PaletteField } from '#src/ui/overlays/PaletteField.tsx'
import { BrandMark } from '#src/ui/text/BrandMark.tsx'
import { mark } from './Brand.css.ts'
import type { PaletteProps } from './Palette.tsx'
import * as css from './ShellFrame.css.ts'
import { ShortcutList } from './ShortcutList.tsx'
import { brand, entry, label as labelClass, link, list, sidebar } from './Sidebar.css.ts'
import { TopBar, type TopBarProps } from './TopBar.tsx'
import { FirstStepsOffer } from './first-steps/FirstStepsOffer.tsx'
import * as firstStepsCss from './first-steps/first-steps.css.ts'
import type { FirstSteps } from './first-steps/useFirstSteps.ts'
import { isCurrent, linksFor } from './links.ts'
import type { ShellSearch } from './search.ts'
import {
  type ChordPath,
  handleKey,
  isHandledElsewhere,
  opensPalette,
  type PendingSince,
  type ShortcutAction,
} from './shortcuts.ts'

const Palette = lazy(() => import('./Palette.tsx'))

const focused = (): HTMLElement | undefined =>
  document.activeElement instanceof HTMLElement && document.activeElement !== document.body
    ? document.activeElement
    : undefined

/**
 * The command palette, with a field from the first moment on: what is typed before its code and the lists of strategies
 * and people are loaded stays in the field, and Enter counts.
 */
function PaletteLoader({ targets, onClose }: Pick<PaletteProps, 'targets' | 'onClose'>) {
  const [opener] = useState(focused)
  const [query, setQuery] = useState('')
  const [isEntered, setEntered] = useState(false)
  const [isShown, setShown] = useState(false)
  const onShown = useCallback(() => setShown(true), [])
  const onEnter = () => setEntered(true)
  function onQuery(text: string): void {
    setEntered(false)
    setQuery(text)
  }
  return (
    <>
      {isShown ? null : (
        <PaletteField
          query={query}
          onQuery={onQuery}
          onEnter={onEnter}
          onClose={() => {
            onClose()
            opener?.focus()
          }}
        />
      )}
      <Suspense fallback={null}>
        <Palette {...{ targets, onClose, query, onQuery, isEntered, onEnter, onShown, opener }} />
      </Suspense>
    </>
  )
}

function Brand() {
  return (
    <>
      <BrandMark size={20} className={mark} />
      {BRAND}
    </>
  )
}

interface SidebarProps {
  readonly role: Role
  readonly path: string
  /** At the lower end, from tablet on. */
  readonly footer?: ReactNode
}

function Sidebar({ role, path, footer }: SidebarProps) {
  return (
    <nav className={sidebar} aria-label="Main">
      <div className={brand}>
        <Brand />
      </div>
      <ul className={list}>
        {linksFor(role).map(({ path: to, label, Icon }) => (
          <li key={to} className={entry}>
            <Link to={to} className={link} aria-current={isCurrent(path, to) ? 'page' : undefined}>
              <Icon size={18} aria-hidden="true" />
              <span className={labelClass}>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
      {footer}
    </nav>
  )
}

/** Listens for shortcuts on the whole page, except in fields, dialogs and menus. */
function useShortcuts(onAction: (action: ShortcutAction) => void): void {
  const pending = useRef<PendingSince>(undefined)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (opensPalette(event)) {
      event.preventDefault()
      onAction({ kind: 'palette' })
      return
    }
    if (isHandledElsewhere(event)) return
    const result = handleKey(pending.current, event.key, event.timeStamp)
    pending.current = result.pending
    if (!result.action) return
    event.preventDefault()
    onAction(result.action)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** Focuses the list filter of the current screen (`data-list-filter`). */
function focusListFilter(): void {
  document.querySelector<HTMLElement>('[data-list-filter]')?.focus()
}

interface ConnectionDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Dialog with lazily loaded content. */
function ConnectionDialog({ open, onClose, children }: ConnectionDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Connection Status" size="large">
      <ErrorBoundary message="Connection Status could not be loaded">
        <Suspense fallback={<Spinner label="Loading" />}>{children}</Suspense>
      </ErrorBoundary>
    </Dialog>
  )
}

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
