import type * as z from 'zod/mini'
import { SOCKET_PATHS } from '#contract/paths.ts'

/** A call: a path below the origin, and the schema of its response. */
export interface Call<T extends z.ZodMiniType> {
  readonly path: string
  readonly schema: T
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly body?: unknown
}

/** A client with an API token, which does what its scopes allow until it ends or is revoked. */
export interface Client {
  /** Resolves with the response, checked by its schema; rejects with the server's message otherwise. */
  call<T extends z.ZodMiniType>(call: Call<T>): Promise<z.infer<T>>
  /** The address of a socket. It contains the token: keep it out of logs. */
  socketAddress(socket: keyof typeof SOCKET_PATHS): string
}

/** A client of a server, such as `http://127.0.0.1:8080`. */
export const createClient = (origin: string, token: string): Client => ({
  async call({ path, schema, method = 'GET', body }) {
    const response = await fetch(new URL(path, origin), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return schema.parse(JSON.parse(text))
  },
  socketAddress(socket) {
    const url = new URL(SOCKET_PATHS[socket], origin)
    url.protocol = url.protocol.replace('http', 'ws')
    url.searchParams.set('token', token)
    return url.href
  },
})

/** A client with the settings of the examples: PAIRBOT_ORIGIN and PAIRBOT_TOKEN. */
export function clientFromEnvironment(): Client {
  const { PAIRBOT_ORIGIN = 'http://127.0.0.1:8080', PAIRBOT_TOKEN } = process.env
  if (!PAIRBOT_TOKEN) throw new Error('Set PAIRBOT_TOKEN to an API token: Profile, Security, API tokens.')
  return createClient(PAIRBOT_ORIGIN, PAIRBOT_TOKEN)
}
