import { randomBytes } from 'node:crypto'
import { hashOf, seal, unseal } from '../secrets.ts'
import type { SigningKey } from '../signing-keys.ts'

const CODE_BYTES = 16

/** A code as it is stored: found by its hash, read again only with the keys. */
export interface StoredCode {
  readonly codeHash: Uint8Array
  readonly sealedCode: Uint8Array
}

/** Makes invitation codes and reads them back for administrators. */
export interface InvitationCodes {
  /** 128 random bits in hexadecimal. */
  make(): StoredCode & { readonly code: string }
  /** Empty when the key that it was sealed with is gone. */
  read(sealedCode: Uint8Array): string
}

export function createInvitationCodes(keys: readonly SigningKey[]): InvitationCodes {
  const secrets = keys.map(({ secret }) => `invitation codes ${Buffer.from(secret).toString('base64url')}`)
  const [sealing] = secrets
  if (sealing === undefined) throw new Error('No key to seal invitation codes with')
  return {
    make() {
      const code = randomBytes(CODE_BYTES).toString('hex')
      return { code, codeHash: hashOf(code), sealedCode: seal(code, sealing) }
    },
    read(sealedCode) {
      for (const secret of secrets) {
        try {
          return unseal(sealedCode, secret)
        } catch {
          // Sealed with another key of the set, or with one that is gone.
        }
      }
      return ''
    },
  }
}
