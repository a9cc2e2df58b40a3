import * as AUTH from '#contract/endpoints/auth.ts'
import type { ChosenPasskey } from '#src/machines/session/ports.ts'
import { canSuggest, signRequest } from '../browser/passkeys.ts'
import type { HttpFailure } from '../http/failures.ts'
import type { Call } from '../http/http.ts'
import { requestOf } from '../http/request-of.ts'

const begin = (call: Call, signal: AbortSignal) => call({ ...requestOf(AUTH.passkeyChallenge), signal })

/** Has the browser ask for a passkey: undefined if none was used, or why none can be asked for. */
export async function askForPasskey(call: Call, signal: AbortSignal): Promise<ChosenPasskey | HttpFailure | undefined> {
  const begun = await begin(call, signal)
  if (!begun.ok) return begun.error
  const request = begun.value.data
  const proof = await signRequest(request, signal)
  return proof && { challenge: request.challenge, proof }
}

/** A challenge is replaced this long before it expires, so that there is time to sign it. */
const MARGIN_MS = 60_000

/**
 * Has the browser suggest passkeys where the e-mail address is typed, until one is chosen or `signal` aborts. Undefined if none
 * was: the browser or the server has none to suggest, or something else asks for one.
 */
export async function suggestPasskey(call: Call, signal: AbortSignal): Promise<ChosenPasskey | undefined> {
  if (!(await canSuggest())) return undefined
  while (!signal.aborted) {
    const begun = await begin(call, signal)
    if (!begun.ok || signal.aborted) return undefined
    const request = begun.value.data
    const replaced = new AbortController()
    const replace = () => replaced.abort()
    signal.addEventListener('abort', replace)
    const timer = setTimeout(replace, request.timeout - MARGIN_MS)
    const proof = await signRequest(request, replaced.signal, true)
    clearTimeout(timer)
    signal.removeEventListener('abort', replace)
    if (proof) return { challenge: request.challenge, proof }
    if (!replaced.signal.aborted) return undefined
  }
  return undefined
}
