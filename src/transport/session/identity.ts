import * as z from 'zod/mini'
import {
  refreshGrantSchema,
  userSchema,
  type RefreshGrant,
  type SessionGrant,
  SESSION_END_REASONS,
} from '#contract/auth.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import type { PasskeyProof, PasskeyRequest, SignInChallenge } from '#contract/factors.ts'
import { API } from '#contract/limits.ts'
import type { EndReason, Grant, PasskeySignIn, SessionApi, SignInResult } from '#src/machines/session/ports.ts'
import type { HttpFailure, HttpResult } from '../http/failures.ts'
import type { Call, HttpRequest } from '../http/http.ts'
import { requestOf } from '../http/request-of.ts'
import type { TokenStore } from './token-store.ts'

/** The value of `promise`, or undefined after `ms` or when `signal` aborts. Does not abort the work itself. */
async function withTimeout<T>(ms: number, signal: AbortSignal, promise: Promise<T>): Promise<T | undefined> {
  let timeOut = () => {}
  const nothing = new Promise<undefined>((resolve) => {
    timeOut = () => resolve(undefined)
  })
  const timer = setTimeout(timeOut, ms)
  signal.addEventListener('abort', timeOut)
  if (signal.aborted) timeOut()
  try {
    return await Promise.race([promise, nothing])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', timeOut)
  }
}

/** Reason of the identity service for the end of a session; `signed_out` maps to `expired`. */
function endReasonOf(word: string | undefined): EndReason | undefined {
  const reason = SESSION_END_REASONS.find((known) => known === word)
  return reason === 'signed_out' ? 'expired' : reason
}

/** A sign-in that timed out is followed this long, to end a session that it may still open. */
const LATE_SIGN_IN_MS = 60_000

const grantOf = ({ access_token, expires_in }: RefreshGrant): Grant => ({ token: access_token, lifeS: expires_in })

const grantedOf = (data: SessionGrant) => ({ kind: 'granted' as const, grant: grantOf(data), user: data.user })
const LOGIN_FAILED = 'Login failed'

const NO_PASSKEY = 'No passkey was used. Try again, or use another way.'
const NO_PASSKEY_ALONE = 'No passkey was used. Try again, or sign in with your password.'

/** Has a passkey of the user sign; undefined if none did. Loaded on demand: few sign-ins take a passkey. */
async function signWithPasskey(
  request: PasskeyRequest | undefined,
  signal: AbortSignal,
): Promise<PasskeyProof | undefined> {
  if (!request) return undefined
  const { signRequest } = await import('../browser/passkeys.ts')
  return signRequest(request, signal)
}

/** The identity service, with the messages of the error catalogue. */
export function createIdentity(
  call: Call,
  tokenStore: Pick<TokenStore, 'token' | 'info'>,
): Omit<SessionApi, 'register'> {
  let lateSignIn: AbortController | undefined
  /** The second step that is due. It leaves this closure only for the identity service and the user's passkeys. */
  let step: SignInChallenge['second_factor'] | undefined

  const signOut = async (signal?: AbortSignal): Promise<void> => {
    await call({ ...requestOf(AUTH.logout), schema: z.unknown(), signal, keepalive: true })
  }

  /** Sends a step of signing in; undefined if it timed out or was aborted. */
  const sendStep = async <T>(request: HttpRequest<T>, signal: AbortSignal) => {
    lateSignIn?.abort()
    const attempt = new AbortController()
    lateSignIn = attempt
    const response: Promise<HttpResult<T>> = call({
      ...request,
      signal: attempt.signal,
      timeoutMs: LATE_SIGN_IN_MS,
    })
    const result = await withTimeout(API.timeoutMs, signal, response)
    // A session that is still opened is ended at once, unless another sign-in succeeded meanwhile.
    if (!result) void response.then((late) => (late.ok && !tokenStore.info() ? signOut() : undefined))
    return result
  }

  const signInWithPasskey = async (
    { passkey, remember_me }: PasskeySignIn,
    signal: AbortSignal,
  ): Promise<SignInResult> => {
    const { askForPasskey } = await import('./passkey-sign-in.ts')
    const chosen = passkey === 'ask' ? await askForPasskey(call, signal) : passkey
    if (chosen === undefined) return { kind: 'failed', text: NO_PASSKEY_ALONE }
    if ('kind' in chosen) return { kind: 'failed', text: signInFailure(chosen) }
    const result = await sendStep(requestOf(AUTH.loginFactor, { body: { ...chosen, remember_me } }), signal)
    if (!result) return { kind: 'failed', text: LOGIN_FAILED }
    return result.ok ? grantedOf(result.value.data) : { kind: 'failed', text: signInFailure(result.error) }
  }

  return {
    signOut,

    async signIn(request, signal) {
      step = undefined
      if ('passkey' in request) return signInWithPasskey(request, signal)
      const result = await sendStep(requestOf(AUTH.login, { body: request }), signal)
      if (!result) return { kind: 'failed', text: LOGIN_FAILED }
      if (!result.ok) return { kind: 'failed', text: signInFailure(result.error) }
      const { data } = result.value
      if (!('second_factor' in data)) return grantedOf(data)
      step = data.second_factor
      return { kind: 'secondStep', step: { methods: step.methods, lifeMs: step.expires_in * 1000 } }
    },

    async confirmSignIn(given, signal) {
      const proof = given.method === 'passkey' ? await signWithPasskey(step?.passkey, signal) : given
      if (proof === undefined) return { kind: 'refused', text: NO_PASSKEY }
      const body = { challenge: step?.challenge ?? '', proof }
      const result = await sendStep(requestOf(AUTH.loginFactor, { body }), signal)
      if (!result) return { kind: 'refused', text: LOGIN_FAILED }
      if (result.ok) return grantedOf(result.value.data)
      const { error } = result
      const isOver = error.kind === 'http' && error.reason === 'challenge_expired'
      return { kind: isOver ? 'failed' : 'refused', text: signInFailure(error) }
    },

    async refresh() {
      const schema = z.object({ data: refreshGrantSchema })
      const result = await call({ ...requestOf(AUTH.refresh), schema, keepalive: true })
      if (result.ok) return { kind: 'granted', grant: grantOf(result.value.data) }
      const { error: failure } = result
      if (failure.kind === 'http') {
        const reason = endReasonOf(failure.reason)
        return { kind: 'refused', text: `Token refresh failed: ${failure.status}`, reason }
      }
      if (failure.kind === 'shape')
        return { kind: 'refused', text: 'Token refresh response invalid', reason: undefined }
      return { kind: 'unanswered', text: 'Token refresh failed: no answer' }
    },

    async currentUser(signal) {
      const token = tokenStore.token()
      if (token === undefined) return { kind: 'failed', text: 'No access token available' }
      const headers = { authorization: `Bearer ${token}` }
      const ask = () => call({ ...requestOf(AUTH.me), headers, schema: z.object({ data: userSchema }), signal })
      let result = await ask()
      const pauseMs = result.ok ? undefined : pauseBeforeRepeat(result.error)
      if (pauseMs !== undefined) {
        await withTimeout(pauseMs, signal, new Promise(() => undefined))
        if (!signal.aborted) result = await ask()
      }
      if (result.ok) return { kind: 'user', user: result.value.data }
      return { kind: 'failed', text: `Failed to get user info: ${causeOf(result.error)}` }
    },
  }
}

/** A page that is left meanwhile gets no answer either: it must not come to the conclusion that the session is over. */
const NO_ANSWER_PAUSE_MS = 500
/** Of the time that the loading panel is shown at most. */
const LONGEST_PAUSE_MS = 5_000

/** How long to wait before the same is asked once more; undefined if the answer says who one is, or that one is nobody. */
function pauseBeforeRepeat(failure: HttpFailure): number | undefined {
  if (failure.kind === 'shape') return undefined
  if (failure.kind !== 'http') return NO_ANSWER_PAUSE_MS
  const { status, retryAfterS } = failure
  if (retryAfterS === undefined || (status !== 429 && status !== 503)) return undefined
  return Math.min(1_000 * retryAfterS, LONGEST_PAUSE_MS)
}

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
const waitText = (seconds: number) =>
  seconds < 60 ? plural(Math.max(1, seconds), 'second') : plural(Math.ceil(seconds / 60), 'minute')

/**
 * How long to wait if the server asks for it, because then even the right password is refused; else the server's message,
 * else the fixed one if the server answered in JSON, else the status.
 */
function signInFailure(failure: HttpFailure): string {
  if (failure.kind === 'http' && failure.retryAfterS !== undefined)
    return `Too many attempts. Please wait ${waitText(failure.retryAfterS)}, then try again.`
  if (failure.kind === 'http') return failure.serverMessage ?? (failure.structured ? LOGIN_FAILED : failure.text)
  return (failure.kind === 'shape' ? failure.serverMessage : undefined) ?? LOGIN_FAILED
}

function causeOf(failure: HttpFailure): string {
  if (failure.kind === 'http') return String(failure.status)
  return failure.kind === 'shape' ? 'unexpected answer' : 'no answer'
}
