import { useObservableEagerState } from 'observable-hooks'
import { useRef, useState, type KeyboardEvent } from 'react'
import type { PairId } from '#contract/pairs.ts'
import { TextField } from '#src/ui/fields/TextField.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import * as css from './PairList.css.ts'
import type { PairMenuProps } from './PairMenu.tsx'
import { PairRow } from './PairRow.tsx'
import { useDragOrder } from './useDragOrder.ts'
import { matching, movePin, togglePin } from './watchlist.ts'

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
