import { useEffect, useRef, type RefObject } from 'react'

const INTERACTIVE = 'button, a, input, select, textarea, summary, label'

/** Whether a press hits the card itself: not an interactive element, and not a text selection. */
function isOnCard({ target }: MouseEvent): boolean {
  if (!(target instanceof Element) || target.closest(INTERACTIVE) !== null) return false
  const selection = window.getSelection()
  return selection === null || selection.isCollapsed
}

/**
 * Forwards a press anywhere on a card to its title button, which receives the focus. Uses a native listener, because React
 * events from a popup rendered inside the card would bubble to it.
 */
export function useCardPress(): {
  readonly cardRef: RefObject<HTMLElement | null>
  readonly titleRef: RefObject<HTMLButtonElement | null>
} {
  const cardRef = useRef<HTMLElement>(null)
  const titleRef = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const element = cardRef.current
    const press = (event: MouseEvent) => {
      if (!isOnCard(event)) return
      titleRef.current?.focus({ preventScroll: true })
      titleRef.current?.click()
    }
    element?.addEventListener('click', press)
    return () => element?.removeEventListener('click', press)
  }, [])
  return { cardRef, titleRef }
}
