import { randomUUID } from 'node:crypto'
import { CLOSE } from '#contract/close-codes.ts'
import type { Admission, RefusedSocket } from './admission.ts'
import { createClient, type Client, type ClientDeps } from './client.ts'
import type { Endpoint } from './endpoint.ts'
import { createInbox } from './inbox.ts'
import { answerHeartbeat } from './messages.ts'
import type { Arrival } from './reception.ts'
import type { Registry } from './registry.ts'

export interface ConnectDeps extends Pick<ClientDeps, 'counters' | 'now' | 'onSlow' | 'onEnding'> {
  readonly registry: Registry
  readonly admission: Admission
  readonly endpoint: Endpoint
}

/** The id it carries on with: the one asked for unless that is another user's. */
function chooseId({ upgrade, principal }: Arrival, registry: Registry): { connectionId: string; older?: Client } {
  const asked = upgrade.connectionId
  if (asked === undefined) return { connectionId: randomUUID() }
  const older = registry.byConnectionId(upgrade.path, asked)
  if (!older) return { connectionId: asked }
  return older.principal.userId === principal.userId ? { connectionId: asked, older } : { connectionId: randomUUID() }
}

/** Makes a client of an arrival and greets it, or says why it cannot come in. */
export function connect(arrival: Arrival, deps: ConnectDeps): RefusedSocket | undefined {
  const { endpoint, registry, counters, now } = deps
  const { ws, socket, upgrade, address, principal, expiresAt } = arrival
  const { connectionId, older } = chooseId(arrival, registry)
  const refused = deps.admission.ofPrincipal(address, principal, older !== undefined)
  if (refused) return refused

  const client = createClient({
    ws,
    socket,
    connectionId,
    path: endpoint.path,
    principal,
    expiresAt,
    batched: upgrade.batched,
    joinedAt: endpoint.nextNumber(),
    counters,
    now,
    onSlow: deps.onSlow,
    onEnding: deps.onEnding,
  })
  const inbox = createInbox({
    connectionId,
    now,
    onHeartbeat: () => client.outbox.say(answerHeartbeat(connectionId, now())),
    onResume: ({ last_ids, epoch }) => void endpoint.resume(client, last_ids, epoch),
    onBadFrame() {
      counters.badFrames += 1
    },
    onTooManyBadFrames: () => client.close(CLOSE.policy, 'Too many bad frames', 'bad-frames'),
  })
  ws.on('message', (data, isBinary) => {
    client.heard()
    if (client.isOpen()) inbox.receive(data, isBinary)
  })
  ws.on('ping', () => {
    client.heard()
    inbox.ping()
  })
  ws.on('pong', client.heard)
  ws.on('close', () => {
    deps.onEnding(client, undefined)
    registry.forget(client)
  })

  registry.add(client)
  endpoint.welcome(client)
  older?.close(CLOSE.replaced, 'Replaced by a newer connection', 'replaced')
  return undefined
}
