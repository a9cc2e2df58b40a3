import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** 256 random bits in base64url, safe in cookies and URLs. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url')

/** Hash under which a secret is stored. SHA-256 suffices: 256 random bits cannot be brute-forced. */
export const hashOf = (secret: string): Uint8Array => createHash('sha256').update(secret).digest()

/** Encrypts `text` with a key derived from `secret` (AES-256-GCM). */
export function seal(text: string, secret: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Decrypts the result of `seal`. Throws when the secret does not match. */
export function unseal(sealed: Uint8Array, secret: string): string {
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret), sealed.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
}

const deriveKey = (secret: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'pairbot sealed successor', SECRET_BYTES))
