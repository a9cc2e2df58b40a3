import type * as z from 'zod/mini'
import { API } from '#contract/limits.ts'
import { failure } from '#src/lib/result.ts'
import { ABORTED, NETWORK, timedOut, type HttpResult } from './failures.ts'
import { parseResponse } from './response.ts'

export interface HttpRequest<T> {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below the service's base; `query` is encoded and appended. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  /** Sent as JSON. Without a body no content type is sent: some servers refuse an empty JSON body. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly schema: z.ZodMiniType<T>
  /** The body of a success is read as text instead of JSON: a file. */
  readonly isText?: boolean
  /** Further statuses whose body is parsed as a result. */
  readonly acceptStatuses?: readonly number[]
  readonly signal?: AbortSignal | undefined
  /** Timeout of the complete response, including its body. */
  readonly timeoutMs?: number
  /** Lets the browser finish the request even if the page is closed. */
  readonly keepalive?: boolean
}

/** Calls a service. Never rejects: failures are values. */
export type Call = <T>(request: HttpRequest<T>) => Promise<HttpResult<T>>

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/**
 * Creates the call of the service at `base`: a path of this origin or an absolute address, without a trailing slash.
 */
export function createCall(fetch: Fetch, base: string): Call {
  return async (request) => {
    const { signal, timeoutMs = API.timeoutMs } = request
    if (signal?.aborted) return failure(ABORTED)
    const controller = new AbortController()
    const aborted = new Promise<HttpResult<never>>((resolve) => {
      controller.signal.addEventListener('abort', () =>
        resolve(failure(signal?.aborted ? ABORTED : timedOut(timeoutMs))),
      )
    })
    const abort = () => controller.abort()
    const timer = setTimeout(abort, timeoutMs)
    signal?.addEventListener('abort', abort)
    try {
      // Raced, because reading a slow body does not always notice the abort.
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
    const { status, statusText, headers } = response
    const retryAfter = headers.get('retry-after')
    return parseResponse({ status, statusText, text: await response.text(), retryAfter }, request)
  } catch {
    return failure(NETWORK)
  }
}

/** Address of a request below the service at `base`. */
export function urlOf(base: string, { path, query = {} }: HttpRequest<unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value))
  const search = params.toString()
  return `${base.replace(/\/+$/, '')}${path}${search && `?${search}`}`
}
