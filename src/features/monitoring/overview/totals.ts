import type { StreamSummary } from '#src/streams/index.ts'
import { NOT_AVAILABLE, formatCount } from '#src/ui/format/number.ts'
import { formatDateTime, formatRelative } from '#src/ui/format/time.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { CONNECTION_TONES } from '#src/app/use-connection.ts'
import type { ConnectionSummary } from '#src/machines/connection/selectors.ts'

export interface Total {
  readonly label: string
  readonly value: string
  /** The exact value, or additional information. */
  readonly detail: string | undefined
  readonly tone?: Tone
}

/** A time relative to now, and exactly in UTC. */
export const timeText = (at: number | undefined, now: number): { readonly value: string; readonly detail: string } =>
  at === undefined
    ? { value: NOT_AVAILABLE, detail: 'nothing received yet' }
    : { value: formatRelative(at, now), detail: formatDateTime(at) }

const exactCount = (count: number, shown: string): string | undefined =>
  shown === String(count) ? undefined : `${count.toLocaleString('en-US')} exactly`

/** The six totals of the System Summary. `now` is wall time, unix ms. */
export function summaryTotals(
  summary: StreamSummary,
  connections: readonly ConnectionSummary[],
  now: number,
): readonly Total[] {
  const { totalStreams, activeStreams, totalMessages, lastUpdate, connectionStatus } = summary
  const messages = formatCount(totalMessages)
  const polled = connections.filter(({ isFallback }) => isFallback)
  return [
    { label: 'Total streams', value: formatCount(totalStreams), detail: undefined },
    {
      label: 'Active streams',
      value: formatCount(activeStreams),
      detail: `${totalStreams - activeStreams} not active`,
    },
    { label: 'Total messages', value: messages, detail: exactCount(totalMessages, messages) },
    { label: 'Last update', ...timeText(lastUpdate, now) },
    {
      label: 'Connection',
      value: connectionStatus,
      tone: CONNECTION_TONES[connectionStatus],
      detail: connections.map(({ label, status }) => `${label} ${status}`).join(', '),
    },
    {
      label: 'Mode',
      value: polled.length > 0 ? 'API Fallback' : 'WebSocket Active',
      tone: polled.length > 0 ? 'danger' : 'success',
      detail: polled.length > 0 ? `${polled.map(({ label }) => label).join(', ')} polled` : undefined,
    },
  ]
}
