import { Link } from '@tanstack/react-router'
import { ExternalLink, PanelBottom, PanelRight, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { InspectorPanels, RecordingOff } from '#src/features/inspector/InspectorPanels.tsx'
import { RecordingPanel } from '#src/features/inspector/recording/RecordingPanel.tsx'
import { browserStorage } from '#src/transport/browser/environment.ts'
import { safeStorage } from '#src/transport/browser/storage.ts'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { ResizeHandle } from '#src/ui/controls/ResizeHandle.tsx'
import { cx } from '#src/ui/cx.ts'
import { from } from '#src/ui/theme/tokens.ts'
import * as css from './InspectorDock.css.ts'
import { turnRecording } from './inspector-setting.ts'
import { usePreferences, usePublicServices } from './services.ts'
import { useAddressChange } from './use-address.ts'

type Side = 'bottom' | 'right'
interface Place {
  readonly side: Side
  /** Height or width in px; undefined for the default. */
  readonly size: number | undefined
}
const PLACE_KEY = 'pairbot.inspector_dock'
const MIN_PX = 200

function readPlace(): Place {
  const [side, size] = (safeStorage(browserStorage).get(PLACE_KEY) ?? '').split(' ')
  return { side: side === 'right' && isWide() ? 'right' : 'bottom', size: Number(size) || undefined }
}
/** On narrow windows nothing fits beside the page. */
const isWide = () => matchMedia(from.tablet).matches

/** Where the inspector is docked, kept in this browser, and the room that pages and dialogs leave for it. */
function usePlace() {
  const [place, setPlace] = useState(readPlace)
  const { side, size } = place
  const length = size === undefined ? (side === 'bottom' ? '46vh' : '44vw') : `${size}px`
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty(`--dock-${side}`, length)
    return () => void style.removeProperty(`--dock-${side}`)
  }, [side, length])
  return {
    side,
    size,
    length,
    put: (next: Place): void => {
      safeStorage(browserStorage).set(PLACE_KEY, `${next.side} ${next.size ?? ''}`)
      setPlace(next)
    },
  }
}

/** F6 goes from the page to the dock, through its panes and back, as between those of browsers and editors. */
function useFocusKey() {
  const dock = useRef<HTMLElement>(null)
  useEffect(() => {
    let left: Element | null = null
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.defaultPrevented || dock.current === null) return
      event.preventDefault()
      const focused = document.activeElement
      if (!dock.current.contains(focused)) left = focused === document.body ? document.querySelector('main') : focused
      const stops = [dock.current, ...dock.current.querySelectorAll<HTMLElement>('[data-pane]')]
      const next = stops[stops.findLastIndex((stop) => stop.contains(focused)) + 1] ?? left
      if (next instanceof HTMLElement) next.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return dock
}

interface DockProps {
  readonly title: string
  /** Whether narrow windows have the bar of the shell below it. */
  readonly isInShell?: boolean
  /** What stands beside the title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A region docked below or beside a page, which is resized and moved from one to the other. */
export function Dock({ title, isInShell = false, actions, children }: DockProps) {
  const { side, size, length, put } = usePlace()
  const other = side === 'bottom' ? 'right' : 'bottom'
  const dock = useFocusKey()
  const max = 0.85 * (side === 'bottom' ? window.innerHeight : window.innerWidth)
  return createPortal(
    <aside
      ref={dock}
      tabIndex={-1}
      className={cx(css.at[side], isInShell && css.aboveBar)}
      style={side === 'bottom' ? { height: length } : { width: length }}
      aria-label={title}
    >
      <ResizeHandle
        label="Size of the inspector"
        edge={side === 'bottom' ? 'upper' : 'left'}
        min={MIN_PX}
        max={max}
        value={size}
        onChange={(next) => put({ side, size: next })}
      />
      <div className={css.content}>
        <header className={css.header}>
          <h2 className={css.title}>{title}</h2>
          {isWide() ? (
            <IconButton
              label={`Dock at the ${other}`}
              icon={side === 'bottom' ? <PanelRight size={16} /> : <PanelBottom size={16} />}
              onClick={() => put({ side: other, size: undefined })}
            />
          ) : null}
          {actions}
        </header>
        {children}
      </div>
    </aside>,
    // In the page it would lie below what dialogs put over the page.
    document.body,
  )
}

/** The inspector on every page, so that the machines and streams of that page are watched while it is used. */
export default function InspectorDock() {
  const { inspection } = usePublicServices()
  const [, setPreferences] = usePreferences()
  const { replace } = useAddressChange()
  const close = () => {
    setPreferences({ inspector: false })
    replace({ inspector: undefined, actor: undefined })
  }
  return (
    <Dock
      title="Inspector"
      isInShell
      actions={
        <>
          <Link to="/dev/machines">Open recordings</Link>
          {inspection === undefined ? null : (
            <IconButton
              label="Open in a window"
              icon={<ExternalLink size={16} />}
              onClick={() =>
                window.open(`/dev/machines?page=${inspection.pageId}`, '_blank', 'popup,width=1280,height=860')
              }
            />
          )}
          <IconButton label="Close the inspector" icon={<X size={16} />} onClick={close} />
        </>
      }
    >
      <InspectorPanels
        inspected={inspection}
        empty={<RecordingOff onTurnOn={() => turnRecording(true, browserStorage)} />}
        recording={<RecordingPanel recording={inspection?.recording} />}
      />
    </Dock>
  )
}
