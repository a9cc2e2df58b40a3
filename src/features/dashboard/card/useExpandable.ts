import { useState } from 'react'

/** The first items of a list, or all of them when expanded. */
export function useExpandable<Item>(items: readonly Item[], shownAtFirst: number) {
  const [isExpanded, setIsExpanded] = useState(false)
  return {
    shown: isExpanded ? items : items.slice(0, shownAtFirst),
    hasMore: items.length > shownAtFirst,
    isExpanded,
    toggle: () => setIsExpanded(!isExpanded),
  }
}
