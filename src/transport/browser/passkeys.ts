import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser'
import type { NewPasskey, PasskeyProof, PasskeyRequest, PasskeySetup } from '#contract/factors.ts'

/** Signs with a passkey that the user chooses; undefined if none did, for whatever reason: browsers do not say. */
export async function signRequest(request: PasskeyRequest, signal?: AbortSignal): Promise<PasskeyProof | undefined> {
  const cancel = () => WebAuthnAbortService.cancelCeremony()
  signal?.addEventListener('abort', cancel)
  try {
    const { id, rawId, type, response } = await startAuthentication({ optionsJSON: request })
    const { clientDataJSON, authenticatorData, signature } = response
    return {
      method: 'passkey',
      credential: { id, rawId, type, response: { clientDataJSON, authenticatorData, signature } },
    }
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
