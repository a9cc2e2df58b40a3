import { useSelector } from '@xstate/react'
import type { ConnectionActor } from '#src/machines/connection/machine.ts'
import type { FeedName } from '#src/machines/connection/ports.ts'
import { connectionStatus, isFallback } from '#src/machines/connection/selectors.ts'
import type { ConnectionLight } from './connections.ts'

/** A connection as the top bar tells of it; renders anew only when that changes. */
export const useConnectionLight = (feed: FeedName, actor: ConnectionActor): ConnectionLight => ({
  feed,
  status: useSelector(actor, connectionStatus),
  isFallback: useSelector(actor, isFallback),
})
