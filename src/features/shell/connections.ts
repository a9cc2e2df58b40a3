import type { ConnectionSummary } from '#src/machines/connection/selectors.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'

/** Red while any connection falls back to polling, else green. */
export const connectionTone = (connections: readonly ConnectionSummary[]): Tone =>
  connections.some(({ isFallback }) => isFallback) ? 'danger' : 'success'

/** Accessible text: 'Market data connected; Analytics error, API fallback'. */
export const connectionLabel = (connections: readonly ConnectionSummary[]): string =>
  connections
    .map(({ label, status, isFallback }) => `${label} ${status}${isFallback ? ', API fallback' : ''}`)
    .join('; ')
