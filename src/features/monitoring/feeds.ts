import { shallowEqual, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { ConnectionError } from '#src/machines/connection/types.ts'
import type { ConnectionSnapshot } from '#src/machines/connection/machine.ts'
import type { FeedName } from '#src/machines/connection/ports.ts'
import {
  connectionErrors,
  connectionStatus,
  isFallback,
  type ConnectionStatus,
} from '#src/machines/connection/selectors.ts'
import { useServices } from '#src/app/services.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'

/** One of the two sockets. */
export interface Feed {
  readonly name: FeedName
  readonly label: string
  readonly status: ConnectionStatus
  readonly isFallback: boolean
  /** Oldest first. */
  readonly errors: readonly ConnectionError[]
}

const FEED_LABELS: Record<FeedName, string> = { tdp: 'Market data', analytics: 'Analytics' }

export const STATUS_TONES: Record<ConnectionStatus, Tone> = {
  connected: 'success',
  connecting: 'info',
  reconnecting: 'warning',
  disconnected: 'neutral',
  error: 'danger',
}

const feedOf = (name: FeedName, snapshot: ConnectionSnapshot): Feed => ({
  name,
  label: FEED_LABELS[name],
  status: connectionStatus(snapshot),
  isFallback: isFallback(snapshot),
  errors: connectionErrors(snapshot),
})

const useFeed = (name: FeedName): Feed =>
  useSelector(useServices().connections[name], (snapshot) => feedOf(name, snapshot), shallowEqual)

/** Both sockets; rerenders only when a displayed value changes. */
export function useFeeds(): readonly Feed[] {
  const analytics = useFeed('analytics')
  const tdp = useFeed('tdp')
  return useMemo(() => [analytics, tdp], [analytics, tdp])
}
