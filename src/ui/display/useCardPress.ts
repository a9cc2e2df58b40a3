import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

const INTERACTIVE = 'button, a, input, select, textarea, summary, label'

/** A press on the card itself: not on what has a use of its own, and not to mark text. */
function isOnCard({ target }: MouseEvent): boolean {
  if (!(target instanceof Element) || target.closest(INTERACTIVE) !== null) return false
  const selection = window.getSelection()
  return selection === null || selection.isCollapsed
}

/**
 * Makes a press anywhere on a card a press on its title, the button that keyboards and readers use and that the focus
 * returns to. It listens below React, where what is pressed in a popup over the card does not come by.
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
