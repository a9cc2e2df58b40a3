import { asc, gt, sql } from 'drizzle-orm'
import type { Queries } from '#server/database/database.ts'
import { auditEntries, auditHead } from '#server/database/schema/identity.ts'
import { GENESIS, hashEntry } from './hash-chain.ts'

const BATCH = 2_000

export interface ValidChain {
  readonly ok: true
  readonly entries: number
  /** Hash of the newest entry, in hex. Noted elsewhere, it proves later that nothing before it was changed. */
  readonly head: string
}

export interface BrokenChain {
  readonly ok: false
  /** Number of the first entry that does not fit. */
  readonly seq: number
  readonly reason: string
}

/**
 * Follows the chain from its start to its head. Broken by an entry that was changed, added or taken out, also the newest.
 * `noted`, the head of an earlier run in hex, must be on the way: the chain cannot have been made anew since.
 */
export async function verifyAudit(db: Queries, expectedHead?: string): Promise<ValidChain | BrokenChain> {
  let previousHash = GENESIS
  let seq = 0
  let isExpectedHeadSeen = expectedHead === undefined || expectedHead === hex(GENESIS)
  for (;;) {
    const rows = await entriesAfter(db, seq)
    for (const { hash, createdAt, ...row } of rows) {
      if (row.seq !== seq + 1) return { ok: false, seq: seq + 1, reason: 'missing' }
      const expected = hashEntry(previousHash, { ...row, createdAt: createdAt.getTime() })
      if (hex(expected) !== hex(hash)) return { ok: false, seq: row.seq, reason: 'changed after it was written' }
      isExpectedHeadSeen ||= hex(hash) === expectedHead
      previousHash = expected
      seq = row.seq
    }
    if (rows.length < BATCH) break
  }
  const [head] = await db.select().from(auditHead)
  if (!head || head.seq !== seq || hex(head.hash) !== hex(previousHash))
    return { ok: false, seq: seq + 1, reason: 'missing' }
  if (!isExpectedHeadSeen)
    return { ok: false, seq, reason: `nothing has the noted hash ${expectedHead}: the chain was made anew` }
  return { ok: true, entries: seq, head: hex(previousHash) }
}

const hex = (hash: Uint8Array): string => Buffer.from(hash).toString('hex')

const entriesAfter = (db: Queries, seq: number) =>
  db
    .select({
      seq: auditEntries.seq,
      id: auditEntries.id,
      userId: auditEntries.userId,
      action: auditEntries.action,
      ipAddress: auditEntries.ipAddress,
      createdAt: auditEntries.createdAt,
      hash: auditEntries.hash,
      detailsText: sql<string>`${auditEntries.details}::text`,
    })
    .from(auditEntries)
    .where(gt(auditEntries.seq, seq))
    .orderBy(asc(auditEntries.seq))
    .limit(BATCH)
