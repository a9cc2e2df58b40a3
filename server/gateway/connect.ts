import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import { CLOSE } from '#contract/close-codes.ts'
import type { Admission, RefusedSocket } from './admission.ts'
import { createClient, onPong, ping, type Client } from './client.ts'
import type { Delivery } from './delivery.ts'
import type { Drills } from './drills.ts'
import type { Endings } from './endings.ts'
import type { Endpoint } from './endpoint.ts'
import { dialectOf } from './framing.ts'
import type { Inbox } from './inbox.ts'
import type { Arrival } from './reception.ts'
import type { Registry } from './registry.ts'

export interface ConnectDeps {
  readonly now: () => number
  readonly registry: Registry
  readonly admission: Admission
  readonly delivery: Delivery<Client>
  readonly inbox: Inbox
  readonly endings: Endings
  readonly drills: Pick<Drills, 'onJoined'>
}

/** The id it carries on with: the one asked for unless that is another user's. */
function chooseId({ upgrade, principal }: Arrival, registry: Registry): { connectionId: string; older?: Client } {
  const asked = upgrade.connectionId
  if (asked === undefined) return { connectionId: randomUUID() }
  const older = registry.byConnectionId(upgrade.path, asked)
  if (!older) return { connectionId: asked }
  return older.principal.userId === principal.userId ? { connectionId: asked, older } : { connectionId: randomUUID() }
}

/** Wires a client's socket to what the gateway does with it. */
function listen(client: Client, { now, delivery, inbox, endings }: ConnectDeps) {
  const { ws, socket } = client
  socket.on('drain', () => delivery.onDrained(client))
  ws.on('message', (data, isBinary) => {
    client.lastHeardAt = now()
    if (ws.readyState === WebSocket.OPEN) inbox.receive(client, data, isBinary)
  })
  ws.on('ping', () => {
    client.lastHeardAt = now()
    inbox.ping(client)
  })
  ws.on('pong', () => onPong(client))
  ws.on('error', () => inbox.broken(client))
  ws.on('close', () => endings.closed(client))
}

/** Makes a client of an arrival and greets it, or says why it cannot come in. */
export function connect(arrival: Arrival, endpoint: Endpoint, deps: ConnectDeps): RefusedSocket | undefined {
  const { registry, admission, endings } = deps
  const { ws, socket, upgrade, address, principal, expiresAt } = arrival
  const { connectionId, older } = chooseId(arrival, registry)
  const refused = admission.ofPrincipal(address, principal, older !== undefined)
  if (refused) return refused

  const { path, nextNumber } = endpoint
  const dialect = dialectOf(upgrade.batched, ws.extensions !== '')
  const joinedAt = nextNumber()
  const client = createClient({ ws, socket, connectionId, path, principal, expiresAt, dialect, joinedAt }, deps.now())
  listen(client, deps)
  registry.add(client)
  endpoint.welcome(client)
  deps.drills.onJoined(client)
  ping(client, deps.now())
  if (older) endings.close(older, CLOSE.replaced, 'Replaced by a newer connection', 'replaced')
  return undefined
}
