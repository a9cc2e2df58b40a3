import { createHash } from 'node:crypto'

/** What of an entry the chain covers: everything. `detailsText` is the text that the database gives for its jsonb. */
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

/** Stands for the entry before the first. */
export const GENESIS: Uint8Array = new Uint8Array(32)

/** SHA-256 over the hash before and the entry: the same text as in the migration that began the chain. */
export function hashEntry(previousHash: Uint8Array, entry: ChainedEntry): Uint8Array {
  const { seq, id, userId, action, ipAddress, createdAt, detailsText } = entry
  const hex = Buffer.from(previousHash).toString('hex')
  const parts = [hex, seq, id, userId ?? '-', action, ipAddress ?? '-', createdAt, detailsText]
  return createHash('sha256').update(parts.join('\n')).digest()
}
