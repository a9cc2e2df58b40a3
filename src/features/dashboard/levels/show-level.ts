import { showCard } from '../analytics/show-card.ts'

/** Id of the price in a level's row. */
export const levelId = (name: string): string => `level-${name}`
/** Id of the button that shows all levels of a side, by its first letter. */
export const moreLevelsId = (side: string): string => `more-levels-${side}`

/** Scrolls to a level's row and focuses its price, which marks the level on the chart too. */
export function showLevel(name: string): void {
  const find = () => document.getElementById(levelId(name))
  if (find() === null) document.getElementById(moreLevelsId(name.slice(0, 1)))?.click()
  requestAnimationFrame(() => showCard('levels', find()))
}
