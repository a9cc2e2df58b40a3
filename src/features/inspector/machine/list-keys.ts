import type { KeyboardEvent } from 'react'

/** For a part of the inspector that F6 goes to. */
export const PANE = { 'data-pane': '', tabIndex: -1 } as const

/** For the element around the buttons of a list. */
export const LIST = { 'data-list': '' } as const

/**
 * For each button of a list: up, down, Home and End move between them, and only one is a stop of Tab, so that what follows a
 * list of hundreds is in reach.
 */
export const listKeys = (isStop: boolean) => ({
  tabIndex: isStop ? 0 : -1,
  onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const buttons = [...(event.currentTarget.closest('[data-list]')?.querySelectorAll('button') ?? [])]
    const at = buttons.findIndex((button) => button === event.currentTarget)
    const places: Readonly<Record<string, number>> = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: -1 }
    const place = places[event.key]
    const next = place === undefined || (place < 0 && event.key !== 'End') ? undefined : buttons.at(place)
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  },
})
