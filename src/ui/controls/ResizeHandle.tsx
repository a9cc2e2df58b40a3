import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { cx } from '../cx.ts'
import { atEdge, handle } from './ResizeHandle.css.ts'

export interface ResizeHandleProps {
  readonly label: string
  /** Which edge is moved: the lower one of its previous sibling, or one of its parent. */
  readonly edge?: 'lower' | 'upper' | 'left' | undefined
  /** Bounds of the height, or with the left edge of the width, in px. */
  readonly min: number
  readonly max: number
  /** Chosen size in px; undefined while it is the layout's own. */
  readonly value: number | undefined
  readonly onChange: (size: number | undefined) => void
}

const STEP_PX = 24

/** The key that moves each edge outwards, and the one that moves it back. */
const KEYS = {
  lower: ['ArrowDown', 'ArrowUp'],
  upper: ['ArrowUp', 'ArrowDown'],
  left: ['ArrowLeft', 'ArrowRight'],
} as const

/** An edge to drag or to move by keys. Double click and Escape restore the layout's own size. */
export function ResizeHandle({ label, edge = 'lower', min, max, value, onChange }: ResizeHandleProps) {
  const drag = useRef<{ readonly at: number; readonly size: number }>(undefined)
  function currentSize(element: HTMLElement): number {
    const box = (edge === 'lower' ? element.previousElementSibling : element.parentElement)?.getBoundingClientRect()
    return (edge === 'left' ? box?.width : box?.height) ?? min
  }
  /** How far outwards, px. */
  const place = ({ clientX, clientY }: PointerEvent<HTMLElement>) =>
    edge === 'lower' ? clientY : edge === 'upper' ? -clientY : -clientX
  const change = (size: number) => onChange(Math.round(Math.min(max, Math.max(min, size))))

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { at: place(event), size: currentSize(event.currentTarget) }
  }
  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    if (drag.current) change(drag.current.size + place(event) - drag.current.at)
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { key, currentTarget } = event
    const [outwards, back] = KEYS[edge]
    const steps = key === outwards ? 1 : key === back ? -1 : undefined
    if (steps !== undefined) change(currentSize(currentTarget) + steps * STEP_PX)
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
    'aria-orientation': edge === 'left' ? 'vertical' : 'horizontal',
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
  return (
    <div
      aria-label={label}
      className={cx(handle, edge !== 'lower' && atEdge[edge])}
      title="Drag to resize, double-click to fit"
      {...separator}
    />
  )
}
