import { useSearch } from '@tanstack/react-router'
import { createContext, useContext, useMemo } from 'react'
import { useAddressChange } from '#src/app/use-address.ts'
import type { RawView } from '#src/ui/data/RawData.tsx'
import type { CardName } from '../cards.ts'
import { dashboardSearch, type DashboardSearch } from '../search.ts'

/** Which card's message is open, and how it is shown. */
export interface CardAddress {
  readonly card: CardName | undefined
  readonly view: RawView
  readonly open: (card: CardName) => void
  readonly show: (view: RawView) => void
  readonly close: () => void
}

const noop = (): void => undefined

export const CardAddressContext = createContext<CardAddress>({
  card: undefined,
  view: 'table',
  open: noop,
  show: noop,
  close: noop,
})
export const useCardAddress = (): CardAddress => useContext(CardAddressContext)

/** From the search params of the page, and into them. */
export function useRoutedCardAddress(): CardAddress {
  const { card, view } = useSearch({ strict: false, select: (raw) => dashboardSearch(raw), structuralSharing: true })
  const change = useAddressChange<DashboardSearch>()
  return useMemo(
    () => ({
      card,
      view: view ?? 'table',
      open: (opened) => change.open({ card: opened }),
      show: (shown) => change.replace({ view: shown === 'json' ? 'json' : undefined }),
      close: () => change.close({ card: undefined, view: undefined }),
    }),
    [card, view, change],
  )
}
