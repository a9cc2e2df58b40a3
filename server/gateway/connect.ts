import { randomUUID } from 'node:crypto'
import { CLOSE } from '#contract/close-codes.ts'
import type { Admission, RefusedSocket } from './admission.ts'
import { createClient, ping, type Client } from './client.ts'
import type { Drills } from './drills.ts'
import type { Endings } from './endings.ts'
import type { Endpoint } from './endpoint.ts'
import { dialectOf } from './framing.ts'
import type { Listen } from './listeners.ts'
import type { Arrival } from './reception.ts'
import type { Registry } from './registry.ts'

export interface ConnectDeps {
  readonly now: () => number
  readonly registry: Registry
  readonly admission: Admission
  readonly endings: Endings
  readonly listen: Listen
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
  registry.add(client)
  deps.listen(ws)
  endpoint.welcome(client)
  deps.drills.onJoined(client)
  ping(client, deps.now())
  if (older) endings.close(older, CLOSE.replaced, 'Replaced by a newer connection', 'replaced')
  return undefined
}
