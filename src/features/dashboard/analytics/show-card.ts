/** Id of the element around a card, for links to it. */
export const cardId = (name: string): string => `card-${name}`

/** Whether a card takes no room on the page. */
export const isHidden = (name: string): boolean => document.getElementById(cardId(name))?.getClientRects().length === 0

/**
 * Scrolls a card into view and focuses its title, or what is given of it. One that is folded, as on small screens, is unfolded.
 */
export function showCard(name: string, part: HTMLElement | null = null): void {
  const card = document.getElementById(cardId(name))
  const title = card?.querySelector('button')
  const strip = card?.parentElement
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
  function show(): void {
    if (part) part.scrollIntoView({ block: 'center', behavior })
    else card?.scrollIntoView({ block: 'start', behavior })
    ;(part ?? title)?.focus({ preventScroll: true })
  }
  if (strip?.dataset['shown'] !== 'all' || getComputedStyle(strip).display !== 'grid') return show()
  title?.click()
  requestAnimationFrame(show)
}
