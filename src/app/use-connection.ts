import { shallowEqual, useSelector } from '@xstate/react'
import type { FeedName } from '#src/machines/connection/ports.ts'
import { connectionSummary, type ConnectionStatus, type ConnectionSummary } from '#src/machines/connection/selectors.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { useServices } from './services.ts'

const TONES: Record<ConnectionStatus, Tone> = {
  connected: 'success',
  connecting: 'info',
  reconnecting: 'warning',
  disconnected: 'neutral',
  error: 'danger',
}

/** Tone of a connection's status; a server that has stopped sending is not a success. */
export const connectionStatusTone = ({
  status,
  isUnresponsive,
}: Pick<ConnectionSummary, 'status' | 'isUnresponsive'>): Tone => (isUnresponsive ? 'warning' : TONES[status])

/** State of a connection; rerenders only when it changes. */
export const useConnectionSummary = (feed: FeedName): ConnectionSummary =>
  useSelector(useServices().connections[feed], connectionSummary, shallowEqual)
