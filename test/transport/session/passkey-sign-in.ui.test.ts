import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askForPasskey, suggestPasskey } from '#src/transport/session/passkey-sign-in.ts'
import { createCall } from '#src/transport/http/http.ts'
import { json, ok } from '#test/support/client/identity-service.ts'

const BYTES = new Uint8Array([1, 2, 3]).buffer
const SIGNED = {
  id: 'AQID',
  rawId: BYTES,
  type: 'public-key',
  authenticatorAttachment: 'platform',
  response: { clientDataJSON: BYTES, authenticatorData: BYTES, signature: BYTES, userHandle: BYTES },
  getClientExtensionResults: () => ({}),
}
const PROOF = {
  method: 'passkey',
  credential: {
    id: 'AQID',
    rawId: 'AQID',
    type: 'public-key',
    response: { clientDataJSON: 'AQID', authenticatorData: 'AQID', signature: 'AQID', userHandle: 'AQID' },
  },
}

const challengeOf = (count: number) => Buffer.from(`challenge-${count}`).toString('base64url')

const stubCredentials = (canSuggest: boolean) =>
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, { isConditionalMediationAvailable: async () => canSuggest }),
  )

/** A browser whose passkeys sign when the test says so. */
function createDevice() {
  const asked: { readonly challenge: string; readonly mediation: string | undefined; readonly choose: () => void }[] =
    []
  const get = ({ publicKey, mediation, signal }: CredentialRequestOptions) =>
    new Promise((resolve, reject) => {
      const challenge = Buffer.from(publicKey?.challenge as ArrayBuffer).toString('base64url')
      asked.push({ challenge, mediation, choose: () => resolve(SIGNED) })
      signal?.addEventListener('abort', () => reject(signal.reason))
    })
  stubCredentials(true)
  vi.stubGlobal('navigator', { credentials: { get } })
  return asked
}

function createService() {
  let count = 0
  return createCall(async () => {
    count += 1
    const request = { rpId: 'localhost', timeout: 300_000, userVerification: 'required', allowCredentials: [] }
    return ok({ ...request, challenge: challengeOf(count) })
  }, '/identity')
}

describe('a passkey alone', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    document.body.innerHTML = '<input autocomplete="username webauthn">'
  })
  afterEach(() => {
    document.body.innerHTML = ''
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  it('[SE-32] is suggested, with another challenge before the first expires, until it is chosen', async () => {
    const asked = createDevice()
    const chosen = suggestPasskey(createService(), new AbortController().signal)
    await vi.advanceTimersByTimeAsync(239_999)
    expect(asked.map(({ challenge }) => challenge)).toEqual([challengeOf(1)])
    await vi.advanceTimersByTimeAsync(1)
    expect(asked.map(({ challenge }) => challenge)).toEqual([1, 2].map(challengeOf))
    expect(asked[1]?.mediation).toBe('conditional')
    asked[1]?.choose()
    expect(await chosen).toEqual({ challenge: challengeOf(2), proof: PROOF })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('[SE-32] is not suggested any more once the page is left', async () => {
    const asked = createDevice()
    const leaving = new AbortController()
    const chosen = suggestPasskey(createService(), leaving.signal)
    await vi.advanceTimersByTimeAsync(1_000)
    leaving.abort()
    expect(await chosen).toBeUndefined()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asked).toHaveLength(1)
  })

  it('[SE-32] is not suggested where the browser or the server cannot', async () => {
    const asked = createDevice()
    const refusing = createCall(async () => json(409, { success: false, error: 'Not here' }), '/identity')
    expect(await suggestPasskey(refusing, new AbortController().signal)).toBeUndefined()
    stubCredentials(false)
    expect(await suggestPasskey(createService(), new AbortController().signal)).toBeUndefined()
    expect(asked).toEqual([])
  })

  it('[SE-32] is asked for in a dialog, or the server says why not', async () => {
    const asked = createDevice()
    const { signal } = new AbortController()
    const chosen = askForPasskey(createService(), signal)
    await vi.advanceTimersByTimeAsync(0)
    expect(asked[0]?.mediation).toBeUndefined()
    asked[0]?.choose()
    expect(await chosen).toEqual({ challenge: challengeOf(1), proof: PROOF })
    const refusing = createCall(async () => json(409, { success: false, error: 'Not here' }), '/identity')
    expect(await askForPasskey(refusing, signal)).toMatchObject({ kind: 'http', serverMessage: 'Not here' })
  })
})
