import type { ConnectionSummary } from '#src/machines/connection/selectors.ts'
import { livenessOf, type Liveness } from '#src/streams/index.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'

/** A first attempt is short, and a red flash at every start would alarm for nothing. */
const FINE: ReadonlySet<Liveness> = new Set(['live', 'connecting'])

/** Green while every connection is live or connecting for the first time; red in fallback and whenever one is lost. */
export const connectionTone = (connections: readonly ConnectionSummary[]): Tone =>
  connections.every((connection) => FINE.has(livenessOf(connection))) ? 'success' : 'danger'

/** Accessible text: 'Market data connected, not responding; Analytics error, API fallback'. */
export const connectionLabel = (connections: readonly ConnectionSummary[]): string =>
  connections
    .map(
      ({ label, status, isUnresponsive, isFallback }) =>
        `${label} ${status}${isUnresponsive ? ', not responding' : ''}${isFallback ? ', API fallback' : ''}`,
    )
    .join('; ')

/** Liveness of the market clock, which the market-data connection carries. */
export const marketLiveness = (connections: readonly ConnectionSummary[]): Liveness =>
  livenessOf(connections.find(({ feed }) => feed === 'tdp') ?? { status: 'disconnected' })
