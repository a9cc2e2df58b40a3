import { useState } from 'react'

/** The first of a list, or all of it once asked for. */
export function useMore<Item>(items: readonly Item[], shownAtFirst: number) {
  const [all, setAll] = useState(false)
  return {
    shown: all ? items : items.slice(0, shownAtFirst),
    hasMore: items.length > shownAtFirst,
    all,
    toggle: () => setAll(!all),
  }
}
