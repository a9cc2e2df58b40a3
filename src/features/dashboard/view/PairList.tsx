import { GripVertical, Pin } from 'lucide-react'
import { useObservableEagerState } from 'observable-hooks'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { PairId } from '#contract/pairs.ts'
import type { PairFigures } from '#src/streams/index.ts'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { formatPrice } from '#src/ui/format/number.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { DayChange, DayRange } from '../DayFigures.tsx'
import * as css from './PairList.css.ts'
import type { PairMenuProps } from './PairMenu.tsx'
import { matching, movePin, togglePin, type WatchedPair } from './watchlist.ts'

interface PairRowProps {
  readonly watched: WatchedPair
  readonly figures: PairFigures | undefined
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly onPin: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  /** The row's handle was pressed; undefined for a row that cannot be moved. */
  readonly onGrab: ((event: PointerEvent<HTMLElement>) => void) | undefined
}

/** A pair with its last price and its last 24 hours. */
function PairRow({ watched, figures, isChosen, onChoose, onPin, onKeyDown, onGrab }: PairRowProps) {
  const { pair, label, isPinned } = watched
  return (
    <li className={css.row} data-pair={pair} data-chosen={isChosen}>
      <button
        type="button"
        className={css.choice}
        data-pair-choice=""
        aria-current={isChosen ? 'true' : undefined}
        aria-keyshortcuts={isPinned ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
        onClick={onChoose}
        onKeyDown={onKeyDown}
      >
        <span className={css.name}>{label}</span> <span className={css.price}>{formatPrice(figures?.last, pair)}</span>{' '}
        <span className={css.change}>
          <DayChange day={figures?.day} />
        </span>{' '}
        {figures?.day === undefined ? null : (
          <span className={css.range}>
            <DayRange day={figures.day} pair={pair} />
          </span>
        )}
      </button>
      <button
        type="button"
        className={css.pin}
        aria-pressed={isPinned}
        aria-label={`Pin ${label}`}
        title={isPinned ? 'Unpin' : 'Pin'}
        onClick={onPin}
        onKeyDown={onKeyDown}
      >
        <Pin size={14} aria-hidden="true" />
      </button>
      <span className={css.handle} data-shown={onGrab !== undefined} aria-hidden="true" onPointerDown={onGrab}>
        <GripVertical size={14} />
      </span>
    </li>
  )
}

type Listener = (event: PointerEvent<HTMLElement>) => void

/** Listeners that let the rows of a list be dragged by their handles. */
interface DragOrder {
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
function useDragOrder(onMove: (pair: PairId, to: number) => void): DragOrder {
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

/** Buttons that the arrow keys move between: one in each row. */
const CHOICES = '[data-pair-choice]'

/** Moves the focus to the next or the previous row, from the search to the first and back. */
function moveFocus(list: HTMLElement, by: 1 | -1): void {
  const search = list.querySelector('input')
  const choices = [...list.querySelectorAll<HTMLElement>(CHOICES)]
  const row = document.activeElement?.closest('li')
  const at = choices.findIndex((choice) => row?.contains(choice))
  const next = at + by
  if (next < 0) search?.focus()
  else choices[Math.min(next, choices.length - 1)]?.focus()
}

/** The pairs with their last price and 24 hours: searched, chosen, pinned, and the pinned ones put in order. */
export function PairList({ list, pairFigures$, chosen, onChoose, onPin }: PairMenuProps) {
  const figures = useObservableEagerState(pairFigures$)
  const [text, setText] = useState('')
  const shown = matching(list, text)
  const pinned = list.filter(({ isPinned }) => isPinned).map(({ pair }) => pair)
  const move = (pair: PairId, to: number) => onPin(movePin(pinned, pair, to))
  const root = useRef<HTMLDivElement>(null)
  const drag = useDragOrder(move)

  function onKeyDown(event: KeyboardEvent): void {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
    if (by === undefined || root.current === null) return
    event.preventDefault()
    const dragged = shown.find(({ pair }) => pair === pairOfRow(event.target))
    if (!event.altKey) moveFocus(root.current, by)
    else if (dragged?.isPinned) move(dragged.pair, pinned.indexOf(dragged.pair) + by)
  }

  return (
    <div ref={root} className={css.root}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const first = shown[0]
          if (first) onChoose(first.pair)
        }}
      >
        <TextField
          label="Search pairs"
          type="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
          value={text}
          onKeyDown={onKeyDown}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
      <ul className={css.list} {...drag.list}>
        {shown.map((watched) => (
          <PairRow
            key={watched.pair}
            watched={watched}
            figures={figures.get(watched.pair)}
            isChosen={watched.pair === chosen}
            onChoose={() => onChoose(watched.pair)}
            onPin={() => onPin(togglePin(pinned, watched.pair))}
            onKeyDown={onKeyDown}
            onGrab={watched.isPinned && text === '' ? drag.onGrab(watched.pair) : undefined}
          />
        ))}
      </ul>
      {shown.length === 0 ? <p className={layout.quiet}>No pair of this server is called {text.trim()}</p> : null}
      <p className={css.hint}>
        Pinned pairs come first. Drag them<span className={css.byKey}>, or press Alt with ↑ or ↓</span>.
      </p>
    </div>
  )
}

/** The pair of the row that an element is in. */
const pairOfRow = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest('li')?.dataset['pair'] : undefined
