import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Subject, map } from 'rxjs'
import { CLOSE } from '#contract/close-codes.ts'
import { SOCKET_PATHS } from '#contract/paths.ts'
import { ROLES, type Role } from '#contract/roles.ts'
import type { Publication } from '#server/gateway/ports.ts'
import {
  connectClient,
  message,
  startGateway,
  type TestGateway,
  type TestClient,
} from '#test/support/server/gateway.ts'
import { createIdentityHarness, type IdentityHarness } from '#test/support/server/identity.ts'
import { addSignedInUser, signInUser, type SignedInUser } from '#test/support/data/people.ts'

const PATHS = Object.values(SOCKET_PATHS)

let harness: IdentityHarness
let gateway: TestGateway
let admin: SignedInUser
const published$ = new Subject<Publication>()
const publish = (value: string) => published$.next({ stream: 'a', delivery: 'lossless', message: message(value) })
beforeAll(async () => {
  harness = await createIdentityHarness()
  gateway = await startGateway({
    access: harness.identity.access,
    accessEnded$: harness.identity.sessionEnded$.pipe(
      map(({ sessionId, reason }) => ({ sessionId, code: CLOSE.sessionEnded, reason })),
    ),
    now: () => harness.clock.now,
    endpoints: PATHS.map((path) => ({
      path,
      publications$: published$,
      snapshot: () => [message('snapshot')],
      streams: () => ({}),
    })),
  })
})
beforeEach(async () => {
  await harness.reset()
  admin = await signInUser(harness)
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await harness.close()
})

interface Listener {
  readonly person: SignedInUser
  readonly clients: readonly TestClient[]
}

/** A user with this role on both sockets. */
async function listener(role: Role, name: string): Promise<Listener> {
  const person = await addSignedInUser(harness, `${name}@pairbot.test`, role)
  const clients = PATHS.map((path) => connectClient(`${gateway.url}${path}?token=${person.token}`))
  await Promise.all(clients.map((client) => client.received(2)))
  return { person, clients }
}
/** Messages that a client received, without its own connection id. */
const receivedBy = (client: TestClient): unknown =>
  JSON.parse(JSON.stringify(client.messages()).replaceAll(idOf(client), 'its own'))
const idOf = (client: TestClient) => String(client.messages()[0]?.connection_id)

describe('sockets and roles', () => {
  it('[GW-35] AZ-14 sends the same messages to every role, and nothing about administration', async () => {
    const listeners = await Promise.all(ROLES.map((role) => listener(role, `hears-${role}`.toLowerCase())))
    const clients = listeners.flatMap((each) => each.clients)
    publish('before')
    const other = await addSignedInUser(harness, 'other@pairbot.test', 'Viewer')
    await admin.call('POST', '/admin/invitations', { email: 'guest@pairbot.test', role: 'Admin' })
    await admin.call('PATCH', `/admin/users/${other.id}/role`, { role: 'Admin' })
    await admin.call('PATCH', `/admin/users/${other.id}/status`, { is_active: false })
    await harness.signIn({ email: 'admin@pairbot.test', password: 'Wrong-horse-7' })
    publish('after')
    await Promise.all(clients.map((client) => client.received(4)))

    const [first] = clients.map(receivedBy)
    expect(first).toEqual([
      expect.objectContaining({ type: 'ConnectionAck' }),
      message('snapshot'),
      message('before'),
      message('after'),
    ])
    for (const client of clients) expect(receivedBy(client)).toEqual(first)
  })

  it('[GW-35] AZ-14 validates each client message: no role can request more, administrators included', async () => {
    const { clients } = await listener('Admin', 'asking')
    const [client] = clients as [TestClient]
    const badBefore = gateway.gateway.stats().badFrames
    const asked = [
      { type: 'Subscribe', pairs: 'admin:audit' },
      { type: 'AuditLog' },
      { type: 'Resume', epoch: 'e1', last_ids: { 'admin:audit': 0 } },
      { type: 'Heartbeat', role: 'Admin', connection_id: 'somebody-else' },
    ]
    for (const more of asked) client.send({ timestamp: 1, connection_id: idOf(client), ...more })
    client.send({ type: 'Heartbeat', timestamp: 1, connection_id: idOf(client) })

    expect((await client.received(3)).slice(2)).toMatchObject([{ type: 'Heartbeat', connection_id: idOf(client) }])
    expect(gateway.gateway.stats().badFrames - badBefore).toBe(asked.length)
  })

  it('[GW-35] AZ-14 sends nothing more to a user who loses a role, while others continue', async () => {
    const [demoted, staying] = await Promise.all([listener('Admin', 'demoted'), listener('Viewer', 'staying')])
    await admin.call('PATCH', `/admin/users/${demoted.person.id}/role`, { role: 'Trader' })
    publish('later')

    for (const client of staying.clients) expect((await client.received(3))[2]).toEqual(message('later'))
    for (const client of demoted.clients) {
      expect(await client.closed).toEqual({ code: CLOSE.sessionEnded, reason: 'role' })
      expect(client.messages()).toHaveLength(2)
    }
  })
})
