import type { ReactNode } from 'react'
import { CARD_VIEWS } from '#src/features/dashboard/DashboardScreen.tsx'
import type { CardName } from '#src/features/dashboard/cards.ts'
import { IndicatorsCard } from '#src/features/dashboard/indicators/IndicatorsCard.tsx'
import { KEYS } from '../data/payloads.ts'

const VIEWS: typeof CARD_VIEWS = {
  ...CARD_VIEWS,
  indicators: { ...CARD_VIEWS.indicators, Card: (props) => <IndicatorsCard {...props} volumeRatio={2} /> },
}

/** A card with a message in wire format, or without one. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what the card reads is what it draws
export function renderCard<Name extends CardName>(name: Name, data: unknown, trust?: ReactNode, help?: ReactNode) {
  const { read, Card } = VIEWS[name]
  const payload = data === undefined ? undefined : read(data, KEYS[name])
  return <Card payload={payload} trust={trust} help={help} onOpen={() => undefined} />
}
