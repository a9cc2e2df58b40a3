import { asc, gt, sql } from 'drizzle-orm'
import type { Queries } from '#server/database/database.ts'
import { auditEntries, auditHead } from '#server/database/schema/identity.ts'
import { GENESIS, hashEntry } from './audit.ts'

const BATCH = 2_000

export interface ValidChain {
  readonly ok: true
  readonly entries: number
  /** Hash of the newest entry, in hex. Stored elsewhere, it later proves that nothing before it was changed. */
  readonly head: string
}

export interface BrokenChain {
  readonly ok: false
  /** Sequence number of the first invalid entry. */
  readonly seq: number
  readonly reason: string
}

/**
 * Verifies the chain from its start to its head. Any entry that was changed, added or removed, even the newest, breaks it.
 * `expectedHead`, the head of an earlier run in hex, must be part of it, which rules out that the chain was rebuilt since.
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
    return { ok: false, seq, reason: `no entry has the expected hash ${expectedHead}: the chain was rebuilt` }
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
