import { shallowEqual, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { connectionCommands } from '#src/machines/connection/commands.ts'
import type { ConnectionActor } from '#src/machines/connection/machine.ts'
import type { FeedName } from '#src/machines/connection/ports.ts'
import { connectionErrors, connectionInfo, connectionStatus, isFallback } from '#src/machines/connection/selectors.ts'
import type { ConnectionView } from './connections.ts'

/** A connection as the shell shows it; renders anew only when something that is shown changes. */
export function useConnection(feed: FeedName, actor: ConnectionActor): ConnectionView {
  const onReconnect = useMemo(() => connectionCommands(actor).restart, [actor])
  return {
    feed,
    status: useSelector(actor, connectionStatus),
    isFallback: useSelector(actor, isFallback),
    info: useSelector(actor, connectionInfo, shallowEqual),
    errors: useSelector(actor, connectionErrors),
    onReconnect,
  }
}
