import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import type { NewPasskey, PasskeyProof, PasskeyRequest, PasskeySetup } from '#contract/factors.ts'

/** Whether the browser can suggest passkeys where a user name is typed. */
export const canSuggest = browserSupportsWebAuthnAutofill

/**
 * Signs with a passkey that the user chooses, in a dialog or, `suggested`, where a user name is typed; undefined if none did, for
 * whatever reason: browsers do not say.
 */
export async function signRequest(
  request: PasskeyRequest,
  signal?: AbortSignal,
  suggested = false,
): Promise<PasskeyProof | undefined> {
  const cancel = () => WebAuthnAbortService.cancelCeremony()
  signal?.addEventListener('abort', cancel)
  try {
    const options = { optionsJSON: request, useBrowserAutofill: suggested }
    const { id, rawId, type, response } = await startAuthentication(options)
    const { clientDataJSON, authenticatorData, signature, userHandle } = response
    const signed = { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) }
    return { method: 'passkey', credential: { id, rawId, type, response: signed } }
  } catch {
    return undefined
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}

/** Makes a passkey; undefined if none was made. `known`: the device has one of the user's already. */
export async function makePasskey(setup: PasskeySetup): Promise<NewPasskey['credential'] | 'known' | undefined> {
  try {
    const { id, rawId, type, response } = await startRegistration({ optionsJSON: setup })
    const { clientDataJSON, attestationObject, transports } = response
    return { id, rawId, type, response: { clientDataJSON, attestationObject, ...(transports && { transports }) } }
  } catch (error) {
    return error instanceof Error && error.name === 'InvalidStateError' ? 'known' : undefined
  }
}
