import { createHash } from 'node:crypto'

/** All fields of an audit entry, as hashed. `detailsText` is the database's text form of its jsonb. */
export interface ChainedEntry {
  readonly seq: number
  readonly id: string
  readonly userId: string | null
  readonly action: string
  readonly ipAddress: string | null
  /** Unix milliseconds. */
  readonly createdAt: number
  readonly detailsText: string
}

/** Previous hash of the first entry. */
export const GENESIS: Uint8Array = new Uint8Array(32)

/** SHA-256 over the previous hash and the entry. Must match the migration that created the chain. */
export function hashEntry(previousHash: Uint8Array, entry: ChainedEntry): Uint8Array {
  const { seq, id, userId, action, ipAddress, createdAt, detailsText } = entry
  const hex = Buffer.from(previousHash).toString('hex')
  const parts = [hex, seq, id, userId ?? '-', action, ipAddress ?? '-', createdAt, detailsText]
  return createHash('sha256').update(parts.join('\n')).digest()
}
