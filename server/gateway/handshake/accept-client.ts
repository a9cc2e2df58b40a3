import { randomUUID } from 'node:crypto'
import { CLOSE } from '#contract/close-codes.ts'
import { createClient, ping, type Client } from '../clients/client.ts'
import type { Disconnect } from '../clients/disconnect.ts'
import type { Registry } from '../clients/registry.ts'
import type { AttachListeners } from '../clients/socket-listeners.ts'
import type { Endpoint } from '../delivery/endpoint.ts'
import type { FaultInjection } from '../delivery/fault-injection.ts'
import { wireFormatOf } from '../framing/index.ts'
import type { ConnectionLimits, RefusedSocket } from './connection-limits.ts'
import type { AuthenticatedSocket } from './upgrade-handler.ts'

export interface AcceptClientDeps {
  readonly now: () => number
  readonly registry: Registry
  readonly connectionLimits: ConnectionLimits
  readonly disconnect: Disconnect
  readonly attachListeners: AttachListeners
  readonly faultInjection: Pick<FaultInjection, 'onJoined'>
}

/** The requested connection id, or a new one if another user holds it. */
function chooseConnectionId(
  { upgrade, principal }: AuthenticatedSocket,
  registry: Registry,
): { connectionId: string; older?: Client } {
  const requested = upgrade.connectionId
  if (requested === undefined) return { connectionId: randomUUID() }
  const older = registry.byConnectionId(upgrade.path, requested)
  if (!older) return { connectionId: requested }
  return older.principal.userId === principal.userId
    ? { connectionId: requested, older }
    : { connectionId: randomUUID() }
}

/** Registers an authenticated socket as a client and welcomes it, or returns why it is refused. */
export function acceptClient(
  authenticated: AuthenticatedSocket,
  endpoint: Endpoint,
  deps: AcceptClientDeps,
): RefusedSocket | undefined {
  const { registry, connectionLimits, disconnect } = deps
  const { ws, socket, upgrade, address, principal, expiresAt } = authenticated
  const { connectionId, older } = chooseConnectionId(authenticated, registry)
  const refused = connectionLimits.forPrincipal(address, principal, older !== undefined)
  if (refused) return refused

  const { path, nextEntryNumber } = endpoint
  const wireFormat = wireFormatOf(upgrade.batched, ws.extensions !== '')
  const firstEntry = nextEntryNumber()
  const client = createClient(
    { ws, socket, connectionId, path, principal, expiresAt, wireFormat, firstEntry, selection: upgrade.selection },
    deps.now(),
  )
  registry.add(client)
  deps.attachListeners(ws)
  endpoint.welcome(client)
  deps.faultInjection.onJoined(client)
  ping(client, deps.now())
  if (older) disconnect.close(older, CLOSE.replaced, 'Replaced by a newer connection', 'replaced')
  return undefined
}
