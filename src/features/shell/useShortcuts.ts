import { useEffect, useEffectEvent, useRef } from 'react'
import { isHandledElsewhere, handleKey } from './shortcuts.ts'
import type { PendingSince, ShortcutAction } from './shortcuts.ts'

/** Calls back for every shortcut pressed anywhere on the page but in a field, a dialog or a menu. */
export function useShortcuts(onAction: (action: ShortcutAction) => void): void {
  const pending = useRef<PendingSince>(undefined)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
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

/** Moves the focus to the filter of the list in view, which marks itself with `data-list-filter`. */
export function focusListFilter(): void {
  document.querySelector<HTMLElement>('[data-list-filter]')?.focus()
}
