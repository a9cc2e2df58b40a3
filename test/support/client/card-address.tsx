import { useState, type ReactNode } from 'react'
import { CardAddressContext } from '#src/features/dashboard/detail/card-address.ts'
import type { CardName } from '#src/features/dashboard/cards.ts'
import type { RawView } from '#src/ui/data/RawData.tsx'

interface LocalCardAddressProps {
  readonly view?: RawView
  readonly children: ReactNode
}

/** The address of the open card without a router. */
export function LocalCardAddress({ view: initial = 'table', children }: LocalCardAddressProps) {
  const [card, open] = useState<CardName>()
  const [view, show] = useState(initial)
  return (
    <CardAddressContext value={{ card, view, open, show, close: () => open(undefined) }}>{children}</CardAddressContext>
  )
}
