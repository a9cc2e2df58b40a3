import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import * as z from 'zod/mini'
import type { NewPasskey, PasskeyProof, PasskeyRequest, PasskeySetup } from '#contract/factors.ts'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40
const publicKeySchema = z.object({ x: z.string(), y: z.string() })

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const uint = (value: number, bytes: 2 | 4) => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}
const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

export interface PasskeyOptions {
  /** Page that asks for the signature. */
  readonly origin?: string
  /** Signatures counted so far; 0 if the passkey does not count. */
  readonly counter?: number
  /** Whether it does not verify its user: no finger, face or PIN. */
  readonly isUnverified?: boolean
  /** Whose it says that it is, where no passkey was asked for by its id: of the user whom it was made for. */
  readonly userHandle?: string
}

/** A passkey in software (WebAuthn, ES256, no attestation). */
export function createPasskey(origin = 'http://localhost:80') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKeySchema.parse(publicKey.export({ format: 'jwk' }))
  const credentialId = randomBytes(32)
  const id = base64url(credentialId)
  let madeFor = ''
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  const authenticatorData = (rpId: string, flags: number, counter: number, credential = Buffer.alloc(0)) =>
    Buffer.concat([sha256(rpId), Buffer.from([flags]), uint(counter, 4), credential])

  return {
    id,
    /** What the browser returns for the setup. */
    make(setup: PasskeySetup, options: PasskeyOptions = {}): NewPasskey['credential'] {
      madeFor = setup.user.id
      const credential = Buffer.concat([Buffer.alloc(16), uint(credentialId.length, 2), credentialId, coseKey])
      const flags = USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL
      const data = authenticatorData(setup.rp.id, flags, options.counter ?? 0, credential)
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ])
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', setup.challenge, options.origin ?? origin)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      }
    },
    /** The proof that signs the request. */
    sign({ challenge, rpId, allowCredentials }: PasskeyRequest, options: PasskeyOptions = {}): PasskeyProof {
      const { counter = 0, isUnverified = false, userHandle = madeFor } = options
      const data = authenticatorData(rpId, isUnverified ? USER_PRESENT : USER_PRESENT | USER_VERIFIED, counter)
      const client = clientData('webauthn.get', challenge, options.origin ?? origin)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        method: 'passkey',
        credential: {
          id,
          rawId: id,
          type: 'public-key',
          response: {
            clientDataJSON: base64url(client),
            authenticatorData: base64url(data),
            signature: base64url(signature),
            ...(allowCredentials.length === 0 && userHandle !== '' && { userHandle }),
          },
        },
      }
    },
  }
}

export type SoftwarePasskey = ReturnType<typeof createPasskey>
