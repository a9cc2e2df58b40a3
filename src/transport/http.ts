import type * as z from 'zod/mini'
import { API } from '#contract/limits.ts'
import { ABORTED, NETWORK, httpFailure, timedOut, type HttpFailure, type HttpResult } from './failures.ts'
import { parseJson } from './json.ts'
import { parseServerReason, parseServerMessage } from './server-message.ts'

export interface HttpRequest<T> {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the service's base; `query` is encoded and appended. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  /** Sent as JSON. Without one no content type is sent either: some servers refuse an empty JSON body. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly schema: z.ZodMiniType<T>
  /** Statuses besides 200 to 299 whose body is an answer too, when it is what was agreed on. */
  readonly acceptStatuses?: readonly number[]
  readonly signal?: AbortSignal | undefined
  /** Covers the whole answer, body included. */
  readonly timeoutMs?: number
  /** The browser finishes the call even when the page goes away. */
  readonly keepalive?: boolean
}

/** One call of one service. Never rejects: what goes wrong is a typed value. */
export type Call = <T>(request: HttpRequest<T>) => Promise<HttpResult<T>>

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

const failed = (failure: HttpFailure): HttpResult<never> => ({ ok: false, failure })

/** Calls of the service at `base` (a path of this origin or a whole address, without a slash at its end). */
export function createCall(fetch: Fetch, base: string): Call {
  return async (request) => {
    const { signal, timeoutMs = API.timeoutMs } = request
    if (signal?.aborted) return failed(ABORTED)
    const controller = new AbortController()
    const aborted = new Promise<HttpResult<never>>((resolve) => {
      controller.signal.addEventListener('abort', () =>
        resolve(failed(signal?.aborted ? ABORTED : timedOut(timeoutMs))),
      )
    })
    const abort = () => controller.abort()
    const timer = setTimeout(abort, timeoutMs)
    signal?.addEventListener('abort', abort)
    try {
      // Raced, because a body that drips in slowly does not always notice the abort.
      return await Promise.race([sendRequest(fetch, base, request, controller.signal), aborted])
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }
}

async function sendRequest<T>(
  fetch: Fetch,
  base: string,
  request: HttpRequest<T>,
  signal: AbortSignal,
): Promise<HttpResult<T>> {
  try {
    const response = await fetch(urlOf(base, request), {
      method: request.method ?? 'GET',
      credentials: 'include',
      headers: {
        accept: 'application/json',
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      ...(request.keepalive ? { keepalive: true } : {}),
      signal,
    })
    return read(response, request, await response.text())
  } catch {
    return failed(NETWORK)
  }
}

function read<T>(response: Response, { schema, acceptStatuses }: HttpRequest<T>, text: string): HttpResult<T> {
  const { ok, status, statusText } = response
  const body = parseJson(text)
  if (!ok) {
    const accepted = acceptStatuses?.includes(status) ? schema.safeParse(body) : undefined
    if (accepted?.success) return { ok: true, value: accepted.data }
    const [serverMessage, reason] = [parseServerMessage(body), parseServerReason(body)]
    return failed(httpFailure(status, statusText, { serverMessage, reason, structured: body !== undefined }))
  }
  const parsed = schema.safeParse(body)
  if (parsed.success) return { ok: true, value: parsed.data }
  return failed({
    kind: 'shape',
    status,
    text: 'Unexpected answer from the server',
    serverMessage: parseServerMessage(body),
  })
}

function urlOf(base: string, { path, query = {} }: HttpRequest<unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value))
  const search = params.toString()
  return `${base.replace(/\/+$/, '')}${path}${search && `?${search}`}`
}
