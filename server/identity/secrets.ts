import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A token of 256 random bits, in letters that pass through cookies and addresses. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')

/** What is stored of a secret. SHA-256 is enough: 256 random bits cannot be guessed however fast the hash. */
export const hashOf = (secret: string): Uint8Array => createHash('sha256').update(secret).digest()

/** `text` so that only who holds `secret` reads it. */
export function seal(text: string, secret: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Reverses `seal`. Throws when the secret is another one. */
export function unseal(sealed: Uint8Array, secret: string): string {
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret), sealed.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
}

const deriveKey = (secret: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'pairbot sealed successor', SECRET_BYTES))
