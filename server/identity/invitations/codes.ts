import { randomBytes } from 'node:crypto'
import { createSealedTexts } from '../sealed-texts.ts'
import { hashOf } from '../secrets.ts'
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
  const texts = createSealedTexts(keys, 'invitation codes')
  return {
    create() {
      const code = randomBytes(CODE_BYTES).toString('hex')
      return { code, codeHash: hashOf(code), sealedCode: texts.seal(code) }
    },
    read: (sealedCode) => texts.unseal(sealedCode) ?? '',
  }
}
