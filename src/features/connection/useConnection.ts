import { shallowEqual, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { connectionCommands } from '#src/machines/connection/commands.ts'
import type { FeedName } from '#src/machines/connection/ports.ts'
import {
  connectionInfo,
  maskedUrl,
  type ConnectionInfo,
  type ConnectionSummary,
} from '#src/machines/connection/selectors.ts'
import { useServices } from '#src/app/services.ts'
import { useConnectionSummary } from '#src/app/use-connection.ts'

/** One of the two connections in detail. */
export interface ConnectionView extends ConnectionSummary {
  readonly info: ConnectionInfo
  /** The socket's address; its token reads `***`. */
  readonly url: string
  readonly onReconnect: () => void
}

/** View model of a connection; rerenders only when a displayed value changes. */
export function useConnection(feed: FeedName): ConnectionView {
  const actor = useServices().connections[feed]
  const onReconnect = useMemo(() => connectionCommands(actor).restart, [actor])
  return {
    ...useConnectionSummary(feed),
    info: useSelector(actor, connectionInfo, shallowEqual),
    url: useSelector(actor, maskedUrl),
    onReconnect,
  }
}
