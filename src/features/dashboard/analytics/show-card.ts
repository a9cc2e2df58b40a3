/** Id of the element around a card, for links to it. */
export const cardId = (name: string): string => `card-${name}`

/** Scrolls a card into view and focuses its title. */
export function showCard(name: string): void {
  const card = document.getElementById(cardId(name))
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
  card?.scrollIntoView({ block: 'start', behavior })
  card?.querySelector('button')?.focus({ preventScroll: true })
}
