import { provenanceRows, trustOf } from '#src/features/dashboard/card/trust.ts'
import { readConfluence } from '#src/features/dashboard/confluence/view.ts'
import { readIndicators } from '#src/features/dashboard/indicators/view.ts'
import { readLevels } from '#src/features/dashboard/levels/view.ts'
import { zonesOf } from '#src/features/dashboard/levels/zones.ts'
import { readPatterns } from '#src/features/dashboard/patterns/view.ts'
import { readStructure } from '#src/features/dashboard/structure/view.ts'
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

/** Everything the screens derive from a record: card and trust mark on the dashboard, card in monitoring. */
export function viewsOf(record: StreamRecord): object {
  const { key, data, messageId, source: delivery, timestamp, receivedAt, provenance } = record
  const metadata = { key, messageId, delivery, timestamp, receivedAt, provenance }
  const name = CARD_NAMES.find((each) => KEYS[each] === key)
  const levels = name === 'levels' ? READERS.levels(data, key).view : undefined
  return {
    card: name && READERS[name](data, key),
    zones: levels && zonesOf(levels),
    trust: trustOf(metadata, undefined, receivedAt),
    chain: provenanceRows(metadata, receivedAt),
    monitoring: viewOf(record),
  }
}
