import { useRef, type PointerEvent } from 'react'
import type { PairId } from '#contract/pairs.ts'

type Listener = (event: PointerEvent<HTMLElement>) => void

/** Listeners that let the rows of a list be dragged by their handles. */
export interface DragOrder {
  /** Of the handle of a row. */
  readonly onGrab: (pair: PairId) => Listener
  /** Of the list itself, since a row that is moved loses the pointer. */
  readonly list: Readonly<Record<'onPointerMove' | 'onPointerUp' | 'onPointerCancel', Listener>>
}

/** Index of the row at this height; below the last one, the last. */
function rowAt(rows: readonly Element[], y: number): number {
  const at = rows.findIndex((row) => y < row.getBoundingClientRect().bottom)
  return at < 0 ? rows.length - 1 : at
}

/** Moves a row by its handle, with mouse, pen or finger, as soon as the pointer is over another row. */
export function useDragOrder(onMove: (pair: PairId, to: number) => void): DragOrder {
  const dragged = useRef<PairId>(undefined)
  const end = () => {
    dragged.current = undefined
  }
  return {
    onGrab: (pair) => (event) => {
      event.preventDefault()
      event.currentTarget.closest('ul')?.setPointerCapture(event.pointerId)
      dragged.current = pair
    },
    list: {
      onPointerMove({ currentTarget, clientY }) {
        const pair = dragged.current
        if (pair === undefined) return
        const rows = [...currentTarget.children]
        const to = rowAt(rows, clientY)
        if (rows[to]?.getAttribute('data-pair') !== pair) onMove(pair, to)
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  }
}
