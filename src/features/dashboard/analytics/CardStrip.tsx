import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { humanize } from '#src/analysis/fields.ts'
import { ToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'
import { CARD_NAMES, type CardName } from '../search.ts'
import { cell } from './analytics.css.ts'
import { cardId } from './show-card.ts'
import * as css from './strip.css.ts'

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

/** Width of a card and the space beside it, in px; 0 where the cards do not lie side by side. */
function stepOf(strip: Element | null): number {
  const [first, second] = [...(strip?.children ?? [])].map((each) => each.getBoundingClientRect().left)
  return Math.max(0, (second ?? 0) - (first ?? 0))
}

/** A press on a folded card unfolds it, unless it is on one of its controls beside the title. */
function useUnfold(strip: RefObject<HTMLElement | null>, isFolded: boolean, onShow: CardStripProps['onShow']): void {
  useEffect(() => {
    const element = strip.current
    function unfold(event: MouseEvent): void {
      const { target } = event
      if (!element || !(target instanceof Element) || getComputedStyle(element).display !== 'grid') return
      if (target.closest('button') && !target.closest('h3')) return
      const name = CARD_NAMES[[...element.children].findIndex((each) => each.contains(target))]
      if (name === undefined) return
      event.stopPropagation()
      onShow(name)
    }
    // Before the card itself, which would open its details.
    if (isFolded) element?.addEventListener('click', unfold, true)
    return () => element?.removeEventListener('click', unfold, true)
  }, [strip, isFolded, onShow])
}

/** Shows the card that was chosen by name, and from its top where the page was scrolled into the one before. */
function useShown(shown: CardChoice) {
  const frame = useRef<HTMLDivElement>(null)
  const strip = useRef<HTMLDivElement>(null)
  const before = useRef(shown)
  useLayoutEffect(() => {
    const step = stepOf(strip.current)
    const index = CARD_NAMES.findIndex((name) => name === shown)
    // A swipe is there already, and must not be interrupted.
    if (strip.current && step > 0 && index !== Math.round(strip.current.scrollLeft / step))
      strip.current.scrollLeft = index * step
    const { top = 0, height = 0 } = frame.current?.getBoundingClientRect() ?? {}
    if (before.current !== shown && height > 0 && top < 0) frame.current?.scrollIntoView({ block: 'start' })
    before.current = shown
  }, [shown])
  return { frame, strip }
}

/**
 * The analysis cards. On small screens either folded to their headlines, which a press unfolds, or one at a time, with
 * the others a swipe or a tab away; on others they are placed by the dashboard's grid.
 */
export function CardStrip({ shown, onShow, children }: CardStripProps) {
  const { frame, strip } = useShown(shown)
  useUnfold(strip, shown === 'all', onShow)

  function onScroll(): void {
    const step = stepOf(strip.current)
    const name = step > 0 ? CARD_NAMES[Math.round((strip.current?.scrollLeft ?? 0) / step)] : undefined
    if (name !== undefined && shown !== 'all' && name !== shown) onShow(name)
  }

  return (
    <div ref={frame} className={css.frame}>
      <div className={css.tabs}>
        <ToggleGroup label="Cards" options={CHOICES} value={shown} onChange={onShow} />
      </div>
      <div ref={strip} className={css.strip} data-shown={shown} onScroll={onScroll}>
        {CARD_NAMES.map((name) => (
          <div key={name} id={cardId(name)} className={cell[name]} data-current={name === shown || undefined}>
            {children(name)}
          </div>
        ))}
      </div>
    </div>
  )
}
