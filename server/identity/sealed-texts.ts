import { seal, unseal } from './secrets.ts'
import type { SigningKey } from './signing-keys.ts'

/** Encrypts texts with the first of the server's keys, and decrypts those of any of them. */
export interface SealedTexts {
  seal(text: string): Uint8Array
  /** Undefined when the key is no longer available. */
  unseal(sealed: Uint8Array): string | undefined
  /** Whether the first key encrypted it. */
  isCurrent(sealed: Uint8Array): boolean
}

/** What is sealed for one `purpose` cannot be unsealed for another. */
export function createSealedTexts(keys: readonly SigningKey[], purpose: string): SealedTexts {
  const secrets = keys.map(({ secret }) => `${purpose} ${Buffer.from(secret).toString('base64url')}`)
  const [sealing] = secrets
  if (sealing === undefined) throw new Error(`No key to encrypt ${purpose} with`)
  return {
    seal: (text) => seal(text, sealing),
    unseal: (sealed) => firstOf(secrets, (secret) => tryUnseal(sealed, secret)),
    isCurrent: (sealed) => tryUnseal(sealed, sealing) !== undefined,
  }
}

function tryUnseal(sealed: Uint8Array, secret: string): string | undefined {
  try {
    return unseal(sealed, secret)
  } catch {
    // Encrypted with another key of the set, or with one that was removed.
    return undefined
  }
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}
