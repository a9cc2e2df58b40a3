import { useSelector } from '@xstate/react'
import type { ConnectionActor } from '#src/machines/connection/machine.ts'
import type { FeedName } from '#src/machines/connection/ports.ts'
import { connectionStatus, isFallback } from '#src/machines/connection/selectors.ts'
import type { ConnectionLight } from './connections.ts'

/** State of a connection for the top bar. */
export const useConnectionLight = (feed: FeedName, actor: ConnectionActor): ConnectionLight => ({
  feed,
  status: useSelector(actor, connectionStatus),
  isFallback: useSelector(actor, isFallback),
})
