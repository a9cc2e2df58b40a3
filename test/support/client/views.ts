import { readConfluence } from '#src/analysis/confluence.ts'
import { readIndicators } from '#src/analysis/indicators.ts'
import { readLevels } from '#src/analysis/levels.ts'
import { readPatterns } from '#src/analysis/patterns.ts'
import { readStructure } from '#src/analysis/structure.ts'
import { provenanceRows, trustOf } from '#src/features/dashboard/card/trust.ts'
import { keyLevelsOf } from '#src/features/dashboard/indicators/key-levels.ts'
import { momentumOf, trendOf, volatilityOf } from '#src/features/dashboard/indicators/scores.ts'
import { zonesOf } from '#src/features/dashboard/levels/zones.ts'
import { contextRows } from '#src/features/dashboard/patterns/context.ts'
import { viewOf } from '#src/features/monitoring/summaries/view.ts'
import type { StreamRecord } from '#src/streams/index.ts'
import { KEYS, type CardName } from '../data/payloads.ts'

/** Readers of the dashboard cards. */
export const READERS = {
  structure: readStructure,
  patterns: readPatterns,
  levels: readLevels,
  indicators: readIndicators,
  confluence: readConfluence,
} as const satisfies Record<CardName, unknown>
export const CARD_NAMES = Object.keys(READERS) as CardName[]

/** What a card of the dashboard makes of a message: its payload and what is derived from it for drawing. */
export function cardOf(name: CardName, data: unknown, key: string): object {
  switch (name) {
    case 'levels': {
      const payload = readLevels(data, key)
      return { payload, zones: payload.model && zonesOf(payload.model) }
    }
    case 'indicators': {
      const payload = readIndicators(data, key)
      const { values } = payload.model ?? {}
      if (values === undefined) return { payload }
      const gauges = [momentumOf(values), trendOf(values), volatilityOf(values)]
      return { payload, gauges, keyLevels: keyLevelsOf(values, payload.header.pair) }
    }
    case 'patterns': {
      const payload = readPatterns(data, key)
      return { payload, context: payload.model && contextRows(payload.model.context, payload.header) }
    }
    case 'structure':
    case 'confluence':
      return { payload: READERS[name](data, key) }
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
