import { readIndicators } from '#src/analysis/indicators.ts'
import { readLevels } from '#src/analysis/levels.ts'
import { readPatterns } from '#src/analysis/patterns.ts'
import { CARD_VIEWS } from '#src/features/dashboard/DashboardScreen.tsx'
import { provenanceRows, trustOf } from '#src/features/dashboard/card/trust.ts'
import { CARD_NAMES, type CardName } from '#src/features/dashboard/cards.ts'
import { keyLevelsOf } from '#src/features/dashboard/indicators/IndicatorsCard.tsx'
import { momentumOf, trendOf, volatilityOf } from '#src/features/dashboard/indicators/scores.ts'
import { zonesOf } from '#src/features/dashboard/levels/zones.ts'
import { contextRows } from '#src/features/dashboard/patterns/PatternsCard.tsx'
import { viewOf } from '#src/features/monitoring/summaries/view.ts'
import type { StreamRecord } from '#src/streams/index.ts'
import { KEYS } from '../data/payloads.ts'

/** Reads a message as a card does. */
export const readCard = <Name extends CardName>(name: Name, data: unknown, key = KEYS[name]) =>
  CARD_VIEWS[name].read(data, key)

/** What a card of the dashboard makes of a message: its payload and what is derived from it for drawing. */
export function cardOf(name: CardName, data: unknown, key: string): object {
  switch (name) {
    case 'levels': {
      const payload = readLevels(data, key)
      return { payload, zones: payload.model && zonesOf(payload.model) }
    }
    case 'indicators': {
      const payload = readIndicators(data, key)
      const { values, trendScore } = payload.model ?? {}
      if (values === undefined) return { payload }
      const gauges = [momentumOf(values), trendOf(values, trendScore), volatilityOf(values)]
      return { payload, gauges, keyLevels: keyLevelsOf(values, payload.header.pair) }
    }
    case 'patterns': {
      const payload = readPatterns(data, key)
      return { payload, context: payload.model && contextRows(payload.model.context, payload.header) }
    }
    case 'structure':
    case 'confluence':
      return { payload: readCard(name, data, key) }
  }
}

/** Everything the screens derive from a record: card and trust mark on the dashboard, card in monitoring. */
export function viewsOf(record: StreamRecord): object {
  const { key, data, messageId, source: delivery, timestamp, receivedAt, provenance } = record
  const metadata = { key, messageId, delivery, timestamp, receivedAt, provenance }
  const name = CARD_NAMES.find((each) => KEYS[each] === key)
  return {
    card: name && cardOf(name, data, key),
    trust: trustOf(metadata, undefined, receivedAt, 'live'),
    chain: provenanceRows(metadata, receivedAt),
    monitoring: viewOf(record),
  }
}
