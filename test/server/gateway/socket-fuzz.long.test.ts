import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { clientMessageSchema } from '#contract/client-messages.ts'
import { CLOSE } from '#contract/close-codes.ts'
import { GATEWAY } from '#contract/limits.ts'
import { SERVER_MESSAGES, type ServerMessage } from '#contract/messages.ts'
import * as ACCOUNT from '#contract/endpoints/account.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import { DEFAULT_BASES, SOCKET_PATHS } from '#contract/paths.ts'
import { createLogger } from '#server/http/logger.ts'
import { GOOD_TOKENS, socketVisit, type SentFrame, type SocketVisit } from '#test/support/data/socket-visits.ts'
import { startComposition } from '#test/support/server/composition.ts'
import { ADMIN } from '#test/support/server/identity.ts'

/** How many sockets are opened. */
const VISITS = Number(process.env['PAIRBOT_SOCKET_VISITS'] ?? 1_000)
const FOREIGN = 'http://elsewhere.test'
/** For all answers to one socket, on a machine under load. */
const ANSWER_MS = 30_000
/** Before the access token ends. */
const RENEW_MS = 600_000

let running: Awaited<ReturnType<typeof startComposition>>
const logged: string[] = []
let access = { token: '', at: 0 }
let apiTokens: { readonly streams: string; readonly models: string }
beforeAll(async () => {
  const logger = createLogger('error', { write: (line) => void logged.push(line) })
  running = await startComposition({ env: { PAIRBOT_TRUST_PROXY: '1' }, logger })
  const create = (scope: string) =>
    call(ACCOUNT.apiTokens.path, { name: 'Report', scopes: [scope], days: 1 }, z.object({ secret: z.string() }))
  await signIn()
  apiTokens = { streams: (await create('streams:read')).secret, models: (await create('models:read')).secret }
}, 120_000)
afterAll(() => running.stop())

let visits = 0
/** Another one for each visit, so that no limit of addresses counts it. */
const address = () => `10.${(visits >> 16) & 255}.${(visits >> 8) & 255}.${visits & 255}`

async function call<T extends z.ZodMiniType>(path: string, payload: object, schema: T, origin?: string) {
  const reply = await running.app.inject({
    method: 'POST',
    url: `${DEFAULT_BASES.identity}${path}`,
    payload,
    headers: {
      'x-forwarded-for': address(),
      ...(access.token && { authorization: `Bearer ${access.token}` }),
      ...(origin !== undefined && { origin }),
    },
  })
  return z.parse(schema, z.parse(z.object({ data: z.unknown() }), reply.json()).data)
}

async function signIn(): Promise<void> {
  access = { token: '', at: Date.now() }
  const { access_token: token } = await call(AUTH.login.path, ADMIN, z.object({ access_token: z.string() }))
  access = { ...access, token }
}

type Handshake = SocketVisit['handshake']
const originOf = ({ origin }: Handshake) =>
  origin === 'own' ? running.address : origin === 'foreign' ? FOREIGN : undefined
const pathOf = ({ socket, isElsewhere }: Handshake) => `${SOCKET_PATHS[socket]}${isElsewhere ? '/more' : ''}`

async function ticketFor(path: string, origin: string | undefined): Promise<string> {
  return (await call(AUTH.socketTicket.path, { path }, z.object({ ticket: z.string() }), origin)).ticket
}

/** The token parameters of a handshake. */
async function tokensOf(handshake: Handshake): Promise<readonly string[]> {
  const { socket, token } = handshake
  const origin = originOf(handshake)
  const path = SOCKET_PATHS[socket]
  switch (token) {
    case 'ticket':
      return [await ticketFor(path, origin)]
    case 'access token':
      return [access.token]
    case 'API token':
      return [apiTokens.streams]
    case 'ticket of the other socket':
      return [await ticketFor(SOCKET_PATHS[socket === 'tdp' ? 'analytics' : 'tdp'], origin)]
    case 'ticket of another origin':
      return [await ticketFor(path, origin === undefined ? running.address : undefined)]
    case 'used ticket': {
      const ticket = await ticketFor(path, origin)
      const first = open(handshake, [ticket])
      await first.opened
      first.ws.terminate()
      return [ticket]
    }
    case 'API token without the scope':
      return [apiTokens.models]
    case 'rubbish':
      return [randomUUID()]
    case 'too long':
      return [access.token.padEnd(4_097, 'A')]
    case 'twice':
      return [access.token, access.token]
    case 'empty':
      return ['']
    case 'none':
      return []
  }
}

let lastConnectionId: string = randomUUID()
/** What an earlier socket was given, by stream. */
const seen: { epoch: string; readonly ids: Record<string, string> } = { epoch: '', ids: {} }

function open(handshake: Handshake, tokens: readonly string[], connectionId = handshake.connectionId) {
  const url = new URL(pathOf(handshake), running.address.replace('http', 'ws'))
  for (const token of tokens) url.searchParams.append('token', token)
  const { batch, pairs, timeframe } = handshake
  const requested = connectionId === 'last' ? lastConnectionId : connectionId
  for (const [name, value] of Object.entries({ batch, connection_id: requested, pairs, timeframe }))
    if (value !== undefined) url.searchParams.set(name, value)
  const origin = originOf(handshake)
  const headers = { 'x-forwarded-for': address(), ...(handshake.hasCookie && { cookie: 'theme=dark' }) }
  const ws = new WebSocket(url, { headers, ...(origin !== undefined && { origin }) })
  const frames: string[] = []
  const messages: ServerMessage[] = []
  let check = () => {}
  ws.on('message', (data: Buffer) => {
    frames.push(data.toString())
    messages.push(...messagesOf(data.toString(), batch === '1'))
    check()
  })
  ws.on('error', () => undefined)
  const closed = new Promise<number>((done) => ws.on('close', done))
  return {
    ws,
    messages,
    closed,
    /** The status of the handshake: 101 if it went through. */
    opened: new Promise<number>((done) => {
      ws.on('upgrade', () => done(101))
      ws.on('unexpected-response', (_, { statusCode = 0 }) => {
        ws.terminate()
        done(statusCode)
      })
    }),
    /** Resolves once the messages are as expected, or the socket has closed. */
    until: (isSo: (messages: readonly ServerMessage[]) => boolean) =>
      Promise.race([
        closed,
        new Promise<void>((done) => {
          check = () => {
            if (isSo(messages)) done()
          }
          check()
        }),
      ]),
  }
}
type Socket = ReturnType<typeof open>

/** The messages of a frame. Throws unless all are as their schema says. */
function messagesOf(text: string, isBatched: boolean): ServerMessage[] {
  const parsed: unknown = JSON.parse(text)
  const each = isBatched ? z.parse(z.array(z.unknown()).check(z.minLength(1)), parsed) : [parsed]
  return each.map((message) => {
    const { type } = z.parse(
      z.object({ type: z.enum(Object.keys(SERVER_MESSAGES) as ServerMessage['type'][]) }),
      message,
    )
    return z.parse(SERVER_MESSAGES[type], message)
  })
}

/** A frame as it is sent, and the answer that it must get. */
function frameOf(frame: Extract<SentFrame, { kind: 'message' }>, connectionId: string) {
  const { fields, isOwn, isReal, change } = frame.message
  const real = fields['type'] === 'Resume' ? { epoch: seen.epoch, last_ids: seen.ids } : {}
  const sent = { ...fields, ...(isReal && real), connection_id: isOwn ? connectionId : randomUUID() }
  const text = JSON.stringify(change === null ? sent : { ...sent, [change.at]: change.by })
  const { success, data } = z.safeParse(clientMessageSchema, JSON.parse(text))
  if (change === null) expect([text, success]).toEqual([text, true])
  const isTaken = success && data.connection_id === connectionId
  return { text, taken: isTaken ? data : undefined }
}

/** Sends the frames; returns how many Heartbeats and which Resumes have to be answered. */
function sendFrames({ ws }: Socket, frames: readonly SentFrame[], connectionId: string) {
  const due = { heartbeats: 0, discontinuities: 0, resumes: 0 }
  for (const frame of frames) {
    if (frame.kind === 'binary') ws.send(frame.bytes)
    else if (frame.kind === 'text') ws.send(frame.text)
    else if (frame.kind === 'ping') ws.ping()
    else if (frame.kind === 'pong') ws.pong()
    else {
      const { text, taken } = frameOf(frame, connectionId)
      ws.send(text)
      if (taken?.type === 'Heartbeat') due.heartbeats += 1
      if (taken?.type === 'Resume') due[taken.epoch === seen.epoch ? 'resumes' : 'discontinuities'] += 1
    }
  }
  return due
}

const heartbeat = (connectionId: string) =>
  JSON.stringify({ type: 'Heartbeat', timestamp: Date.now(), connection_id: connectionId })
const answersTo = (messages: readonly ServerMessage[], connectionId: string) =>
  messages.filter((each) => each.type === 'Heartbeat' && each.connection_id === connectionId).length
const discontinuitiesIn = (messages: readonly ServerMessage[]) =>
  messages.filter((each) => each.type === 'SystemStatus' && each.data.message === 'discontinuity').length

/** Ends a visit; returns the close code that is due. */
async function end(socket: Socket, { ending, handshake }: SocketVisit, connectionId: string): Promise<number> {
  const { ws } = socket
  switch (ending) {
    case 'leave':
      ws.close(CLOSE.normal)
      return CLOSE.normal
    case 'too big':
      ws.send('x'.repeat(GATEWAY.maxPayloadBytes + 1))
      return CLOSE.tooBig
    case 'not UTF-8':
      ws.send(Buffer.from([0xff, 0xfe]), { binary: false })
      return 1007
    case 'bad frames':
      for (let sent = 0; sent < 20; sent += 1) ws.send('{}')
      return CLOSE.policy
    case 'replaced': {
      const next = open({ ...handshake, connectionId }, [access.token])
      await next.until((messages) => messages.length > 0)
      expect(next.messages[0]).toMatchObject({ type: 'ConnectionAck', data: { connection_id: connectionId } })
      next.ws.close()
      await next.closed
      return CLOSE.replaced
    }
  }
}

function remember(messages: readonly ServerMessage[]): void {
  for (const { type, data, epoch, message_id: id } of messages.filter((each) => each.type === 'AnalyticsUpdate')) {
    if (type !== 'AnalyticsUpdate' || data.stream_key === undefined || id === undefined) continue
    seen.epoch = epoch ?? seen.epoch
    seen.ids[data.stream_key] = id
  }
}

/** What the handshake must lead to: one of the statuses, and the close code where the token is refused. */
function expectedOf({ isElsewhere, origin, hasCookie, token }: Handshake) {
  // As a plain request: an address with a NUL character is 400.
  if (isElsewhere) return { statuses: [404, 400] }
  if (origin === 'foreign' || (origin === 'none' && hasCookie)) return { statuses: [403] }
  return { statuses: [101], ...(!GOOD_TOKENS.includes(token) && { code: CLOSE.token }) }
}

async function visit(asked: SocketVisit): Promise<string> {
  visits += 1
  if (Date.now() - access.at > RENEW_MS) await signIn()
  const { handshake, frames } = asked
  const socket = open(handshake, await tokensOf(handshake))
  const { statuses, code } = expectedOf(handshake)
  const status = await socket.opened
  expect([handshake, status, statuses]).toEqual([handshake, expect.toBeOneOf(statuses), statuses])
  if (status !== 101) return `${status}`
  if (code !== undefined) {
    expect([handshake, await socket.closed, socket.messages]).toEqual([handshake, code, []])
    return `${code}`
  }

  await socket.until((messages) => messages.length > 0)
  const [first] = socket.messages
  const connectionId = first?.type === 'ConnectionAck' ? first.data.connection_id : expect.fail('no ack came first')
  lastConnectionId = connectionId
  const due = sendFrames(socket, frames, connectionId)
  socket.ws.send(heartbeat(connectionId))
  await socket.until(
    (messages) =>
      answersTo(messages, connectionId) > due.heartbeats && discontinuitiesIn(messages) >= due.discontinuities,
  )
  expect(socket.ws.readyState).toBe(WebSocket.OPEN)
  expect(answersTo(socket.messages, connectionId)).toBe(due.heartbeats + 1)
  expect(discontinuitiesIn(socket.messages)).toBeGreaterThanOrEqual(due.discontinuities)
  expect(discontinuitiesIn(socket.messages)).toBeLessThanOrEqual(due.discontinuities + due.resumes)
  remember(socket.messages)

  const endCode = await end(socket, asked, connectionId)
  expect([asked.ending, await socket.closed]).toEqual([asked.ending, endCode])
  return `${endCode}`
}

it(
  `[GW-44] ${VISITS} sockets get what the contract says, whatever is asked and sent, and close with its codes`,
  { timeout: 120_000 + VISITS * 100 },
  async () => {
    const ends = new Map<string, number>()
    const began = performance.now()
    await fc.assert(
      fc.asyncProperty(socketVisit, async (asked) => {
        const ended = await visit(asked)
        ends.set(ended, (ends.get(ended) ?? 0) + 1)
        expect(logged).toEqual([])
      }),
      { numRuns: VISITS, endOnFailure: true, timeout: ANSWER_MS },
    )
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    process.stdout.write(`${VISITS} sockets, ${seconds} s: ${JSON.stringify(Object.fromEntries(ends))}\n`)
    const codes = [CLOSE.normal, CLOSE.policy, CLOSE.tooBig, 1007, CLOSE.token, CLOSE.replaced, 403, 404]
    expect(codes.filter((code) => !ends.has(`${code}`))).toEqual([])
    expect(Object.keys(seen.ids).length).toBeGreaterThan(0)
  },
)
