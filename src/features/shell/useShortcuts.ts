import { useEffect, useEffectEvent, useRef } from 'react'
import { handleKey, isHandledElsewhere, opensPalette } from './shortcuts.ts'
import type { PendingSince, ShortcutAction } from './shortcuts.ts'

/** Listens for shortcuts on the whole page, except in fields, dialogs and menus. */
export function useShortcuts(onAction: (action: ShortcutAction) => void): void {
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
export function focusListFilter(): void {
  document.querySelector<HTMLElement>('[data-list-filter]')?.focus()
}
