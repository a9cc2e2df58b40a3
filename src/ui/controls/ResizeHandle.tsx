import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { handle } from './ResizeHandle.css.ts'

export interface ResizeHandleProps {
  readonly label: string
  /** Bounds of the height in px. */
  readonly min: number
  readonly max: number
  /** Chosen height in px; undefined while it is the layout's own. */
  readonly value: number | undefined
  readonly onChange: (height: number | undefined) => void
}

const STEP_PX = 24

/**
 * The lower edge of its previous sibling, to drag or to move by keys. Double click and Escape restore the layout's own
 * height.
 */
export function ResizeHandle({ label, min, max, value, onChange }: ResizeHandleProps) {
  const drag = useRef<{ readonly y: number; readonly height: number }>(undefined)
  const currentHeight = (element: HTMLElement) => element.previousElementSibling?.getBoundingClientRect().height ?? min
  const change = (height: number) => onChange(Math.round(Math.min(max, Math.max(min, height))))

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { y: event.clientY, height: currentHeight(event.currentTarget) }
  }
  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    if (drag.current) change(drag.current.height + event.clientY - drag.current.y)
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { key, currentTarget } = event
    const steps = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : undefined
    if (steps !== undefined) change(currentHeight(currentTarget) + steps * STEP_PX)
    else if (key === 'Home') change(min)
    else if (key === 'End') change(max)
    else if (key === 'Escape' && value !== undefined) onChange(undefined)
    else return
    event.preventDefault()
  }
  const end = () => (drag.current = undefined)
  const separator = {
    role: 'separator',
    tabIndex: 0,
    'aria-orientation': 'horizontal',
    'aria-valuemin': min,
    'aria-valuemax': max,
    'aria-valuenow': value ?? min,
    'aria-valuetext': value === undefined ? 'Fits the window' : `${value} pixels`,
    onPointerDown,
    onPointerMove,
    onPointerUp: end,
    onPointerCancel: end,
    onDoubleClick: () => onChange(undefined),
    onKeyDown,
  } as const
  return <div aria-label={label} className={handle} title="Drag to resize, double-click to fit" {...separator} />
}
