import { useEffect, type ReactNode, type RefObject } from 'react'
import { humanize } from '#src/analysis/fields.ts'
import { ToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'
import { CARD_NAMES, type CardName } from '../cards.ts'
import { card } from '../DashboardLayout.css.ts'
import { cardId } from './show-card.ts'
import * as css from './strip.css.ts'
import { cardOf, isOneColumn, useSwipes } from './useSwipes.ts'

/** The card that small screens show, or the headlines of all. */
export type CardChoice = CardName | 'all'
const CHOICES: readonly { readonly id: CardChoice; readonly label: string }[] = [
  { id: 'all', label: 'All' },
  ...CARD_NAMES.map((id) => ({ id, label: humanize(id) })),
]

export interface CardStripProps {
  readonly shown: CardChoice
  readonly onShow: (choice: CardChoice) => void
  readonly children: (name: CardName) => ReactNode
}

/** A press on a folded card unfolds it, unless it is on one of its controls beside the title. */
function useUnfold(strip: RefObject<HTMLElement | null>, isFolded: boolean, onShow: CardStripProps['onShow']): void {
  useEffect(() => {
    const element = strip.current
    function unfold(event: MouseEvent): void {
      const { target } = event
      if (!element || !(target instanceof Element) || !isOneColumn(element)) return
      if (target.closest('button') && !target.closest('h3')) return
      const name = cardOf(element, target)
      if (name === undefined) return
      event.stopPropagation()
      onShow(name)
    }
    // Before the card itself, which would open its details.
    if (isFolded) element?.addEventListener('click', unfold, true)
    return () => element?.removeEventListener('click', unfold, true)
  }, [strip, isFolded, onShow])
}

/**
 * The analysis cards. On small screens either folded to their headlines, which a press unfolds, or one at a time, with
 * the others a swipe or a tab away; on others they are placed by the dashboard's grid.
 */
export function CardStrip({ shown, onShow, children }: CardStripProps) {
  const { frame, strip, onChoose, onGesture, onFocus } = useSwipes(shown, onShow)
  useUnfold(strip, shown === 'all', onChoose)

  return (
    <div ref={frame} className={css.frame}>
      <div className={css.tabs}>
        <ToggleGroup label="Cards" options={CHOICES} value={shown} onChange={onChoose} />
      </div>
      <div
        ref={strip}
        className={css.strip}
        data-shown={shown}
        onPointerDown={onGesture}
        onWheel={onGesture}
        onFocus={onFocus}
      >
        {CARD_NAMES.map((name) => (
          <div key={name} id={cardId(name)} className={card[name]} data-current={name === shown || undefined}>
            {children(name)}
          </div>
        ))}
      </div>
    </div>
  )
}
