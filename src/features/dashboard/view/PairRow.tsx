import { GripVertical, Pin } from 'lucide-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import type { PairFigures } from '#src/streams/index.ts'
import { formatPrice } from '#src/ui/format/number.ts'
import { DayChange, DayRange } from '../DayFigures.tsx'
import * as css from './PairList.css.ts'
import type { WatchedPair } from './watchlist.ts'

export interface PairRowProps {
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
export function PairRow({ watched, figures, isChosen, onChoose, onPin, onKeyDown, onGrab }: PairRowProps) {
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
