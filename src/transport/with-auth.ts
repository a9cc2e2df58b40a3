import { ABORTED, NETWORK, type HttpFailure, type HttpResult } from './failures.ts'
import type { Call, HttpRequest } from './http.ts'

type Caller = 'data' | 'admin'

export interface SessionAuth {
  /** The session's token by its generation; undefined when nobody is signed in. */
  current(): { readonly generation: number; readonly state: 'usable' | 'expired' | 'missing' } | undefined
  /** Waits for a token newer than this generation. */
  renew(generation: number, caller: Caller): Promise<'fresh' | 'ended' | 'unanswered'>
  /** Even the renewed token met a 401. */
  reportUnauthorized(generation: number): void
  token(): string | undefined
}

const TEXTS = {
  data: {
    missing: 'Authentication required. Please log in again.',
    ended: 'Authentication required. Please log in again.',
  },
  admin: { missing: 'No access token available. Please login.', ended: 'Session expired. Please login again.' },
}

const unauthenticated = (text: string): HttpFailure => ({ kind: 'unauthenticated', text })
const failed = (failure: HttpFailure): HttpResult<never> => ({ ok: false, failure })

/** `call` with the session's token. A 401 renews the token and is tried once more; nothing is sent without one. */
export function withAuth(call: Call, auth: SessionAuth, caller: Caller): Call {
  const texts = TEXTS[caller]

  const send = <T>(request: HttpRequest<T>): Promise<HttpResult<T>> => {
    const token = auth.token()
    if (token === undefined) return Promise.resolve(failed(unauthenticated(texts.missing)))
    return call({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } })
  }

  async function retryRenewed<T>(request: HttpRequest<T>, generation: number): Promise<HttpResult<T>> {
    const renewal = await auth.renew(generation, caller)
    if (request.signal?.aborted) return failed(ABORTED)
    if (renewal === 'unanswered') return failed(NETWORK)
    if (renewal === 'ended') return failed(unauthenticated(texts.ended))
    const used = auth.current()
    const result = await send(request)
    if (!isUnauthorised(result) || !used) return caller === 'admin' ? withoutServerMessage(result) : result
    auth.reportUnauthorized(used.generation)
    return failed(unauthenticated(texts.ended))
  }

  return async (request) => {
    const current = auth.current()
    if (!current) return failed(unauthenticated(texts.missing))
    if (current.state === 'missing' && caller === 'admin') return failed(unauthenticated(texts.missing))
    if (current.state !== 'usable') return retryRenewed(request, current.generation)
    const result = await send(request)
    return isUnauthorised(result) ? retryRenewed(request, current.generation) : result
  }
}

/** What the administration says of a second try that failed is its status alone. */
const withoutServerMessage = <T>(result: HttpResult<T>): HttpResult<T> =>
  !result.ok && result.failure.kind === 'http' ? failed({ ...result.failure, serverMessage: undefined }) : result

const isUnauthorised = (result: HttpResult<unknown>): boolean =>
  !result.ok && result.failure.kind === 'http' && result.failure.status === 401
