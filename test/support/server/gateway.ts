import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Subject } from 'rxjs'
import { WebSocket, type ClientOptions } from 'ws'
import type { ServerMessage } from '#contract/messages.ts'
import type { Market } from '#contract/provenance.ts'
import { createGateway } from '#server/gateway/gateway.ts'
import type { AccessEnded, EndpointDeps, GatewayDeps, GatewayEvent, Publication } from '#server/gateway/ports.ts'
import type { AccessControl, AuthResult } from '#server/http/access.ts'

export const ORIGIN = 'http://pairbot.test'

export const testMarket = (more: Partial<Market> = {}): Market => ({
  kind: 'simulated',
  label: 'Simulated',
  now: 1_700_000_000_000,
  speed: 1,
  pairs: ['BTCUSD'],
  ...more,
})

/** Accepts `user:session` as that user, with `@n` as its expiry; anything else is invalid. */
function authResultOf(token: string | undefined): AuthResult {
  const match = /^(\w+):(\w+)(?:@(\d+))?$/.exec(token ?? '')
  if (!match) return { ok: false, refusal: 'invalid' }
  const [, userId = '', sessionId = '', expiresAt] = match
  const principal = { userId, sessionId, email: `${userId}@pairbot.test`, role: 'Viewer' as const }
  return expiresAt === undefined ? { ok: true, principal } : { ok: true, principal, expiresAt: Number(expiresAt) }
}

export const access: AccessControl = {
  verify: (token) => Promise.resolve(authResultOf(token)),
  verifySocket: (token) => Promise.resolve(authResultOf(token)),
}

export interface TestGateway extends AsyncDisposable {
  readonly server: Server
  readonly url: string
  readonly gateway: ReturnType<typeof createGateway>
  readonly publications$: Subject<Publication>
  readonly accessEnded$: Subject<AccessEnded>
  readonly events: GatewayEvent[]
  /** Open TCP connections of the server. */
  readonly connections: () => Promise<number>
  readonly publish: (stream: string, delivery: Publication['delivery'], value: unknown) => void
}

/** Random text that deflates to no less than three quarters. */
export const incompressibleText = (length: number): string =>
  randomBytes(Math.ceil((length * 3) / 4))
    .toString('base64')
    .slice(0, length)

/** A message with an arbitrary payload. */
export const message = (value: unknown): ServerMessage => ({ type: 'Heartbeat', timestamp: 1, data: value })

/** A gateway on its own loopback port with one endpoint `/ws/tdp`, accepting the tokens of `access`. */
export async function startGateway(
  more: Partial<GatewayDeps> & { readonly endpoint?: Partial<EndpointDeps> } = {},
): Promise<TestGateway> {
  const { endpoint, ...deps } = more
  const publications$ = new Subject<Publication>()
  const accessEnded$ = new Subject<AccessEnded>()
  const events: GatewayEvent[] = []
  const gateway = createGateway({
    access,
    accessEnded$,
    market: () => testMarket(),
    allowedOrigins: [ORIGIN],
    compress: true,
    endpoints: [{ path: '/ws/tdp', publications$, snapshot: () => [], streams: () => ({}), ...endpoint }],
    now: Date.now,
    random: Math.random,
    report: (event) => void events.push(event),
    ...deps,
  })
  const server = createServer((_request, response) => {
    if (!response.headersSent) response.writeHead(404).end()
  })
  gateway.attach(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    server,
    url: `ws://127.0.0.1:${port}`,
    gateway,
    publications$,
    accessEnded$,
    events,
    connections: () =>
      new Promise((done, failed) => {
        server.getConnections((error, count) => (error ? failed(error) : done(count)))
      }),
    publish: (stream, delivery, value) => publications$.next({ stream, delivery, message: message(value) }),
    async [Symbol.asyncDispose]() {
      await gateway.drain()
      await new Promise((done) => server.close(done))
    },
  }
}

export interface TestClient {
  readonly ws: WebSocket
  /** Parsed frames received so far. */
  readonly frames: unknown[]
  /** Messages received so far without idle heartbeats; batches are flattened. */
  readonly messages: () => ServerMessage[]
  readonly idleHeartbeats: () => ServerMessage[]
  /** Resolves once `count` messages have been received. */
  readonly received: (count: number) => Promise<ServerMessage[]>
  readonly closed: Promise<{ code: number; reason: string }>
  readonly send: (value: unknown) => void
}

const isIdleHeartbeat = (each: ServerMessage): boolean =>
  each.type === 'Heartbeat' && each.connection_id === undefined && each.data === undefined

/** A real client with an allowed Origin. */
export function connectClient(url: string, options: ClientOptions = {}): TestClient {
  const ws = new WebSocket(url, { origin: ORIGIN, ...options })
  const frames: unknown[] = []
  const all = () => frames.flat() as ServerMessage[]
  const messages = () => all().filter((each) => !isIdleHeartbeat(each))
  const waiters = new Set<() => void>()
  ws.on('error', () => {})
  ws.on('message', (data) => {
    frames.push(JSON.parse((data as Buffer).toString()))
    for (const check of waiters) check()
  })
  return {
    ws,
    frames,
    messages,
    idleHeartbeats: () => all().filter(isIdleHeartbeat),
    received: (count) =>
      new Promise((done) => {
        const check = () => {
          if (messages().length < count) return
          waiters.delete(check)
          done(messages())
        }
        waiters.add(check)
        check()
      }),
    closed: new Promise((done) => {
      ws.on('close', (code, reason) => done({ code, reason: reason.toString() }))
    }),
    send: (value) => ws.send(typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value)),
  }
}
