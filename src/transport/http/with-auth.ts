import { failure } from '#src/lib/result.ts'
import type { Caller, TokenSource } from '#src/machines/session/ports.ts'
import { ABORTED, NETWORK, type HttpFailure, type HttpResult } from './failures.ts'
import type { Call, HttpRequest } from './http.ts'

/** The session's token and its renewal. */
export interface SessionAuth extends TokenSource {
  token(): string | undefined
}

const TEXTS = {
  data: {
    missing: 'Authentication required. Please log in again.',
    ended: 'Authentication required. Please log in again.',
  },
  admin: { missing: 'No access token available. Please login.', ended: 'Session expired. Please login again.' },
}

const unauthenticated = (text: string) => failure<HttpFailure>({ kind: 'unauthenticated', text })

/**
 * Wraps `call` with the session's token. After a 401 the token is renewed and the request repeated once; without a
 * token nothing is sent.
 */
export function withAuth(call: Call, auth: SessionAuth, caller: Caller): Call {
  const texts = TEXTS[caller]

  const send = <T>(request: HttpRequest<T>): Promise<HttpResult<T>> => {
    const token = auth.token()
    if (token === undefined) return Promise.resolve(unauthenticated(texts.missing))
    return call({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } })
  }

  async function retryRenewed<T>(request: HttpRequest<T>, generation: number): Promise<HttpResult<T>> {
    const renewal = await auth.renew(generation, caller)
    if (request.signal?.aborted) return failure(ABORTED)
    if (renewal === 'unanswered') return failure(NETWORK)
    if (renewal === 'ended') return unauthenticated(texts.ended)
    const used = auth.current()
    const result = await send(request)
    if (!isUnauthorised(result) || !used) return caller === 'admin' ? withoutServerMessage(result) : result
    auth.reportUnauthorized(used.generation)
    return unauthenticated(texts.ended)
  }

  return async (request) => {
    const current = auth.current()
    if (!current) return unauthenticated(texts.missing)
    if (current.state === 'missing' && caller === 'admin') return unauthenticated(texts.missing)
    if (current.state !== 'usable') return retryRenewed(request, current.generation)
    const result = await send(request)
    return isUnauthorised(result) ? retryRenewed(request, current.generation) : result
  }
}

/** For the administration, a failed retry is reported by its status alone. */
const withoutServerMessage = <T>(result: HttpResult<T>): HttpResult<T> =>
  !result.ok && result.error.kind === 'http' ? failure({ ...result.error, serverMessage: undefined }) : result

const isUnauthorised = (result: HttpResult<unknown>): boolean =>
  !result.ok && result.error.kind === 'http' && result.error.status === 401
