import { shallowEqual, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { connectionCommands } from '#src/machines/connection/commands.ts'
import type { FeedName } from '#src/machines/connection/ports.ts'
import {
  connectionErrors,
  connectionInfo,
  connectionStatus,
  isFallback,
  maskedUrl,
} from '#src/machines/connection/selectors.ts'
import { useServices } from '#src/app/services.ts'
import type { ConnectionView } from './connections.ts'

/** View model of a connection; rerenders only when a displayed value changes. */
export function useConnection(feed: FeedName): ConnectionView {
  const actor = useServices().connections[feed]
  const onReconnect = useMemo(() => connectionCommands(actor).restart, [actor])
  return {
    feed,
    status: useSelector(actor, connectionStatus),
    isFallback: useSelector(actor, isFallback),
    info: useSelector(actor, connectionInfo, shallowEqual),
    errors: useSelector(actor, connectionErrors),
    url: useSelector(actor, maskedUrl),
    onReconnect,
  }
}
