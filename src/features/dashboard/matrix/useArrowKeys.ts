import { useEffect, useRef, type RefObject } from 'react'

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** The next cell with a button in a direction, beyond those without. */
function nextButton(from: HTMLTableCellElement, key: string): HTMLElement | null {
  const step = STEPS[key]
  const row = from.closest('tr')
  const rows = [...(from.closest('table')?.rows ?? [])]
  if (step === undefined || row === null) return null
  for (let distance = 1; ; distance += 1) {
    const cell = rows[rows.indexOf(row) + distance * step[0]]?.cells[from.cellIndex + distance * step[1]]
    if (cell === undefined) return null
    const button = cell.querySelector('button')
    if (button !== null) return button
  }
}

/** Lets the Tab key stop at one button only: the one given, or else the first. Returns it. */
function keepOneStop(table: HTMLTableElement, stop: Element | null): Element | null {
  const buttons = [...table.querySelectorAll('button')]
  const chosen = buttons.find((each) => each === stop) ?? buttons[0] ?? null
  for (const button of buttons) button.tabIndex = button === chosen ? 0 : -1
  return chosen
}

/** Makes the buttons of a table one stop of the Tab key, between which the arrow keys move. */
export function useArrowKeys(): RefObject<HTMLTableElement | null> {
  const table = useRef<HTMLTableElement>(null)
  const stop = useRef<Element>(null)

  // After each rendering: buttons come and go with what is known.
  useEffect(() => {
    if (table.current) stop.current = keepOneStop(table.current, stop.current)
  })

  useEffect(() => {
    const element = table.current
    const controller = new AbortController()
    function onFocus({ target }: Event): void {
      if (element && target instanceof Element) stop.current = keepOneStop(element, target)
    }
    function onKey(event: KeyboardEvent): void {
      const cell = event.target instanceof Element ? event.target.closest('td') : null
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey
      const next = cell === null || hasModifier ? null : nextButton(cell, event.key)
      if (next === null) return
      event.preventDefault()
      next.focus()
    }
    element?.addEventListener('focusin', onFocus, { signal: controller.signal })
    element?.addEventListener('keydown', onKey, { signal: controller.signal })
    return () => controller.abort()
  }, [])
  return table
}
