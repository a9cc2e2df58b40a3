import { DEFAULT_BASES } from '#contract/paths.ts'
import { ADMIN, type RunningServer } from './server.ts'

/** Calls a service of the server as its administrator; fails with what it answers. */
export type Call = (base: keyof typeof DEFAULT_BASES, method: string, path: string, body?: object) => Promise<unknown>

/** Reads a value out of an answer whose form the server has checked. */
export const at = (answer: unknown, ...keys: readonly (string | number)[]): unknown =>
  keys.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    answer,
  )

/** Signs in to the server. */
export async function callsTo({ origin }: RunningServer): Promise<Call> {
  let token = ''
  const call: Call = async (base, method, path, body) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${origin}${DEFAULT_BASES[base]}${path}`, {
      method,
      headers: {
        origin,
        authorization: `Bearer ${token}`,
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  token = String(at(await call('identity', 'POST', '/auth/login', ADMIN), 'data', 'access_token'))
  return call
}
