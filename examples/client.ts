import type * as z from 'zod/mini'
import {
  refreshGrantSchema,
  sessionGrantSchema,
  socketTicketSchema,
  successOf,
  type LoginRequest,
} from '#contract/auth.ts'
import { DEFAULT_BASES, IDENTITY, SOCKET_PATHS } from '#contract/paths.ts'

/** A call: a path below the origin, and the schema of its response. */
export interface Call<T extends z.ZodMiniType> {
  readonly path: string
  readonly schema: T
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A signed-in client. Renews its access token by itself. */
export interface Client {
  /** Resolves with the response, checked by its schema; rejects with the server's message otherwise. */
  call<T extends z.ZodMiniType>(call: Call<T>): Promise<z.infer<T>>
  /** The address of a socket with a new ticket, good for one connection within 30 s. */
  socketAddress(socket: keyof typeof SOCKET_PATHS): Promise<string>
}

/** How long before its end a token is renewed, milliseconds. */
const MARGIN_MS = 60_000

const sessionSchema = successOf(sessionGrantSchema)
const refreshedSchema = successOf(refreshGrantSchema)
const ticketSchema = successOf(socketTicketSchema)

/** Signs in at a server, such as `http://127.0.0.1:8080`. */
export async function signIn(origin: string, credentials: LoginRequest): Promise<Client> {
  let cookie = ''
  let token = ''
  let expiresAt = Infinity

  async function send<T extends z.ZodMiniType>({ path, schema, method = 'GET', body, headers }: Call<T>) {
    const response = await fetch(new URL(path, origin), {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(path.startsWith(`${DEFAULT_BASES.identity}/auth`) && cookie && { cookie }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie
    return schema.parse(JSON.parse(text))
  }

  function use(grant: { readonly access_token: string; readonly expires_in: number }) {
    token = grant.access_token
    expiresAt = Date.now() + grant.expires_in * 1_000
  }

  const identity = (path: string) => `${DEFAULT_BASES.identity}${path}`
  const client: Client = {
    async call(call) {
      if (Date.now() > expiresAt - MARGIN_MS)
        use((await send({ path: identity(IDENTITY.refresh), method: 'POST', schema: refreshedSchema })).data)
      return send(call)
    },
    async socketAddress(socket) {
      const path = SOCKET_PATHS[socket]
      const { data } = await client.call({
        path: identity(IDENTITY.socketTicket),
        method: 'POST',
        body: { path },
        schema: ticketSchema,
      })
      const url = new URL(path, origin)
      url.protocol = url.protocol.replace('http', 'ws')
      url.searchParams.set('token', data.ticket)
      return url.href
    },
  }
  const login = { path: identity(IDENTITY.login), method: 'POST', body: credentials, schema: sessionSchema } as const
  use((await send(login)).data)
  return client
}

/** Signs in with the settings of the examples: PAIRBOT_ORIGIN, PAIRBOT_EMAIL and PAIRBOT_PASSWORD. */
export function signInFromEnvironment(): Promise<Client> {
  const { PAIRBOT_ORIGIN = 'http://127.0.0.1:8080', PAIRBOT_EMAIL = '', PAIRBOT_PASSWORD = '' } = process.env
  return signIn(PAIRBOT_ORIGIN, { email: PAIRBOT_EMAIL, password: PAIRBOT_PASSWORD })
}
