import { randomBytes } from 'node:crypto'
import { hashOf, seal, unseal } from '../secrets.ts'
import type { SigningKey } from '../signing-keys.ts'

const CODE_BYTES = 16

/** A code as stored: looked up by its hash, decrypted with the signing keys. */
export interface StoredCode {
  readonly codeHash: Uint8Array
  readonly sealedCode: Uint8Array
}

/** Creates invitation codes and decrypts them for administrators. */
export interface InvitationCodes {
  /** Creates a code of 128 random bits in hexadecimal. */
  create(): StoredCode & { readonly code: string }
  /** Returns an empty string when the encryption key is no longer available. */
  read(sealedCode: Uint8Array): string
}

export function createInvitationCodes(keys: readonly SigningKey[]): InvitationCodes {
  const secrets = keys.map(({ secret }) => `invitation codes ${Buffer.from(secret).toString('base64url')}`)
  const [sealing] = secrets
  if (sealing === undefined) throw new Error('No key to encrypt invitation codes with')
  return {
    create() {
      const code = randomBytes(CODE_BYTES).toString('hex')
      return { code, codeHash: hashOf(code), sealedCode: seal(code, sealing) }
    },
    read(sealedCode) {
      for (const secret of secrets) {
        try {
          return unseal(sealedCode, secret)
        } catch {
          // Encrypted with another key of the set, or with one that was removed.
        }
      }
      return ''
    },
  }
}
