import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { ConnectionDialog } from './ConnectionDialog.tsx'
import { ShortcutList } from './ShortcutList.tsx'
import type { ChordPath } from './shortcuts.ts'
import * as css from './ShellFrame.css.ts'
import { Sidebar } from './Sidebar.tsx'
import { TopBar } from './TopBar.tsx'
import type { TopBarProps } from './TopBar.tsx'
import { focusListFilter, useShortcuts } from './useShortcuts.ts'

export interface ShellFrameProps extends Omit<TopBarProps, 'onConnectionStatus'> {
  readonly path: string
  readonly onGo: (path: ChordPath) => void
  readonly children: ReactNode
}

/** What stands around every signed-in screen. Knows no service: everything comes as props. */
export function ShellFrame({ path, onGo, children, ...bar }: ShellFrameProps) {
  const { role } = bar.user
  const main = useRef<HTMLElement>(null)
  const [open, setOpen] = useState<'connection' | 'shortcuts'>()
  const close = () => setOpen(undefined)

  useShortcuts((action) => {
    if (action.kind === 'help') setOpen('shortcuts')
    else if (action.kind === 'filter') focusListFilter()
    else if (action.path !== '/admin' || role === 'Admin') onGo(action.path)
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
      <Sidebar role={role} path={path} />
      <div className={css.column}>
        <TopBar {...bar} onConnectionStatus={() => setOpen('connection')} />
        <main id="content" ref={main} tabIndex={-1} className={css.main}>
          {children}
        </main>
      </div>
      <ConnectionDialog open={open === 'connection'} onClose={close} connections={bar.connections} />
      <ShortcutList open={open === 'shortcuts'} onClose={close} role={role} />
    </div>
  )
}
