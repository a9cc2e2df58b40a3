import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { humanize } from '#src/analysis/fields.ts'
import { ToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'
import { card } from '../DashboardLayout.css.ts'
import { CARD_NAMES, type CardName } from '../cards.ts'
import { cardId } from './show-card.ts'
import * as css from './strip.css.ts'

/** The strip has come to rest when it was not scrolled for this long, ms. Not all browsers have `scrollend`. */
const REST_MS = 100

/** Whether the cards are in one column, folded or side by side, and not in the dashboard's grid. */
const isOneColumn = (strip: Element): boolean => getComputedStyle(strip).display === 'grid'

/** The card that an element of the page is in. */
const cardOf = (strip: Element, inner: Element): CardName | undefined =>
  CARD_NAMES[[...strip.children].findIndex((each) => each.contains(inner))]

/** Width of a card and the space beside it, in px; 0 where the cards do not lie side by side. */
function stepOf(strip: Element): number {
  const [first, second] = [...strip.children].map((each) => each.getBoundingClientRect().left)
  return Math.max(0, (second ?? 0) - (first ?? 0))
}

/**
 * Keeps the strip at the card that is shown, and shows the one that a swipe has come to.
 *
 * Only a gesture over the strip since the last choice can change the choice, and only once the strip is at rest: the
 * browser moves the strip to the next card after the finger has left it, even over a position set meanwhile, so a card
 * chosen then is scrolled to again. Likewise when the browser itself scrolls, after a change of the layout.
 */
function useSwipes(shown: CardChoice, onShow: (choice: CardChoice) => void) {
  const frame = useRef<HTMLDivElement>(null)
  const strip = useRef<HTMLDivElement>(null)
  const before = useRef(shown)
  const isSwiped = useRef(false)

  function place(): void {
    const step = strip.current ? stepOf(strip.current) : 0
    const index = CARD_NAMES.findIndex((name) => name === shown)
    // A swipe is there already.
    if (!strip.current || step <= 0 || index < 0 || index === Math.round(strip.current.scrollLeft / step)) return
    strip.current.scrollLeft = index * step
    // The browser drops the position without an event while it still moves the strip: looked at again when that has ended.
    strip.current.dispatchEvent(new Event('scroll'))
  }

  const onResize = useEffectEvent(place)
  const onRest = useEffectEvent(() => {
    const step = strip.current ? stepOf(strip.current) : 0
    const name = step > 0 ? CARD_NAMES[Math.round((strip.current?.scrollLeft ?? 0) / step)] : undefined
    if (name === undefined || shown === 'all' || name === shown) return
    if (!isSwiped.current) return place()
    // The focus does not stay out of view: it would bring its card back with the window.
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && strip.current?.contains(activeElement)) activeElement.blur()
    onShow(name)
  })

  const placeShown = useEffectEvent((now: CardChoice) => {
    place()
    // From its top, where the page was scrolled into the card before.
    const { top = 0, height = 0 } = frame.current?.getBoundingClientRect() ?? {}
    if (before.current !== now && height > 0 && top < 0) frame.current?.scrollIntoView({ block: 'start' })
    before.current = now
  })
  useLayoutEffect(() => placeShown(shown), [shown])

  useEffect(() => {
    const element = strip.current
    let rest: ReturnType<typeof setTimeout> | undefined
    function onScroll(): void {
      clearTimeout(rest)
      rest = setTimeout(() => onRest(), REST_MS)
    }
    // One column may become two and one again, which forgets the position.
    const resize = () => onResize()
    element?.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('resize', resize)
    return () => {
      clearTimeout(rest)
      element?.removeEventListener('scroll', onScroll)
      window.removeEventListener('resize', resize)
    }
  }, [])

  /** Shows a card that was chosen otherwise than by a swipe. */
  function onChoose(choice: CardChoice): void {
    isSwiped.current = false
    onShow(choice)
  }
  return {
    frame,
    strip,
    onChoose,
    /** A finger or wheel is on the strip. */
    onGesture: () => {
      isSwiped.current = true
    },
    /** The focus may come to a card that is out of view, by keyboard or from the table of timeframes. */
    onFocus: ({ currentTarget, target }: FocusEvent) => {
      const name = cardOf(currentTarget, target)
      if (name !== undefined && shown !== 'all' && name !== shown && isOneColumn(currentTarget)) onChoose(name)
    },
  }
}

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
