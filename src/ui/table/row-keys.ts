import { useEffect, useRef, type RefObject } from 'react'

/** Marks the rows that the arrow keys move between. */
export const ROW = { 'data-row': '', tabIndex: -1 } as const

const ROWS = 'tr[data-row]'
const CONTROLS = 'button, a[href], input'

/** The control at the same place of another row: where the keys go from a control. */
function counterpart(control: HTMLElement, row: Element, other: HTMLElement): HTMLElement {
  const cell = control.closest('td')
  const place = [...row.children].findIndex((each) => each === cell)
  return other.children[place]?.querySelector<HTMLElement>(CONTROLS) ?? other
}

function destination(key: string, rows: readonly HTMLElement[], current: number): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return rows[current + 1]
    case 'ArrowUp':
      return current === -1 ? undefined : rows[current - 1]
    case 'Home':
      return rows[0]
    case 'End':
      return rows.at(-1)
    default:
      return undefined
  }
}

function onTableKey(event: KeyboardEvent, frame: HTMLElement): void {
  const { key, target: focused } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !(focused instanceof HTMLElement)) return
  const row = focused.closest<HTMLElement>(ROWS)
  if (row === null && focused !== frame) return
  if (row === focused && (key === 'Enter' || key === ' ')) {
    const control = row.querySelector<HTMLElement>(key === 'Enter' ? '[data-main]' : 'input[type=checkbox]')
    if (control === null) return
    event.preventDefault()
    control.click()
    return
  }
  const rows = [...frame.querySelectorAll<HTMLElement>(ROWS)]
  const next = destination(key, rows, row === null ? -1 : rows.indexOf(row))
  if (next === undefined) return
  event.preventDefault()
  const focusNext = row === null || row === focused ? next : counterpart(focused, row, next)
  focusNext.focus()
}

/**
 * Keys of a table, by the frame that contains it: up, down, Home and End move between the rows, and from a control to its
 * counterpart; Enter presses the main control of a row (`data-main`), Space its checkbox. The browser keeps the others.
 */
export function useTableKeys(): RefObject<HTMLElement | null> {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    const frame = ref.current
    const controller = new AbortController()
    frame?.addEventListener('keydown', (event) => onTableKey(event, frame), { signal: controller.signal })
    return () => controller.abort()
  }, [])
  return ref
}
