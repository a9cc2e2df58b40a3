import { livenessOf, type StreamSummary } from '#src/streams/index.ts'
import { NOT_AVAILABLE, formatCount, formatNumber } from '#src/ui/format/number.ts'
import { formatDateTime, formatRelative } from '#src/ui/format/time.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { connectionStatusTone } from '#src/app/use-connection.ts'
import type { ConnectionSummary } from '#src/machines/connection/selectors.ts'

export interface Total {
  readonly label: string
  readonly value: string
  /** The exact value, or additional information. */
  readonly detail: string | undefined
  readonly tone?: Tone
}

/** A time relative to now, and exactly. */
export const timeText = (at: number | undefined, now: number): { readonly value: string; readonly detail: string } =>
  at === undefined
    ? { value: NOT_AVAILABLE, detail: 'nothing received yet' }
    : { value: formatRelative(at, now), detail: formatDateTime(at) }

/** The exact count where it is shown rounded, and since when it counts. */
const countDetail = (count: number, shown: string): string =>
  `${shown === String(count) ? '' : `${formatNumber(count)} `}since the server started`

/** How streams arrive, in the specification's two modes; while neither works, said beside the first. */
function modeOf(connections: readonly ConnectionSummary[]): Omit<Total, 'label'> {
  const polled = connections.filter(({ isFallback }) => isFallback)
  if (polled.length > 0) {
    return { value: 'API Fallback', tone: 'danger', detail: `${polled.map(({ label }) => label).join(', ')} polled` }
  }
  const lost = connections.filter((connection) => livenessOf(connection) !== 'live')
  const detail = lost.length === 0 ? undefined : `${lost.map(({ label }) => label).join(', ')} interrupted`
  return { value: 'WebSocket Active', tone: lost.length === 0 ? 'success' : 'warning', detail }
}

const stateText = ({ label, status, isUnresponsive }: ConnectionSummary): string =>
  `${label} ${status}${isUnresponsive ? ', not responding' : ''}`

/** The six totals of the System Summary. `now` is on the clock of the data, unix ms. */
export function summaryTotals(
  summary: StreamSummary,
  connections: readonly ConnectionSummary[],
  now: number,
): readonly Total[] {
  const { totalStreams, activeStreams, totalMessages, lastUpdate, connectionStatus } = summary
  const messages = formatCount(totalMessages)
  return [
    { label: 'Total streams', value: formatCount(totalStreams), detail: undefined },
    {
      label: 'Active streams',
      value: formatCount(activeStreams),
      detail: `${totalStreams - activeStreams} not active`,
    },
    { label: 'Total messages', value: messages, detail: countDetail(totalMessages, messages) },
    { label: 'Last update', ...timeText(lastUpdate, now) },
    {
      label: 'Connection',
      value: connectionStatus,
      tone: connectionStatusTone({
        status: connectionStatus,
        isUnresponsive: connections.some((each) => each.isUnresponsive),
      }),
      detail: connections.map(stateText).join(', '),
    },
    { label: 'Mode', ...modeOf(connections) },
  ]
}
