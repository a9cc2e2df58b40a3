import { useState } from 'react'

/** The first of a list, or all of it once asked for. */
export function useExpandable<Item>(items: readonly Item[], shownAtFirst: number) {
  const [isExpanded, setIsExpanded] = useState(false)
  return {
    shown: isExpanded ? items : items.slice(0, shownAtFirst),
    hasMore: items.length > shownAtFirst,
    isExpanded,
    toggle: () => setIsExpanded(!isExpanded),
  }
}
