import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { writeAudit } from '#server/identity/audit/audit.ts'
import { verifyAudit } from '#server/identity/audit/verify.ts'
import { emptyDatabase, testDatabase } from '#test/support/server/database.ts'

const AT = Date.parse('2026-01-05T08:00:00.123Z')
const HEX = /^[0-9a-f]{64}$/

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(() => emptyDatabase(database))
afterAll(() => database.close())

const write = (details: Record<string, unknown> = {}) =>
  database.transaction((tx) => writeAudit(tx, { action: 'user.deleted', ipAddress: '203.0.113.7', details, at: AT }))
const tamper = (statement: SQL) => database.transaction((tx) => tx.execute(statement))

describe('the audit chain', () => {
  it('[AU-1] is valid for entries of every kind and for an empty log', async () => {
    expect(await verifyAudit(database.db)).toEqual({ ok: true, entries: 0, head: '00'.repeat(32) })
    await write()
    await write({ reason: 'Ünïcode "quoted"\nline', zeta: 1, alpha: { nested: [1.5, null, true] } })
    await write({ absent: undefined, big: 1e21, small: 1e-7 })

    expect(await verifyAudit(database.db)).toEqual({ ok: true, entries: 3, head: expect.stringMatching(HEX) })
  })

  it('[AU-1] has no gaps after concurrent writes', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => write({ index })))

    expect(await verifyAudit(database.db)).toMatchObject({ ok: true, entries: 20 })
  })

  it.each<[string, SQL, { seq: number; reason: string }]>([
    ['an action', sql`update audit_entries set action = 'user.created' where seq = 2`, edited(2)],
    ['the doer', sql`update audit_entries set user_id = null, id = gen_random_uuid() where seq = 2`, edited(2)],
    ['an address', sql`update audit_entries set ip_address = '198.51.100.1' where seq = 1`, edited(1)],
    ['the details', sql`update audit_entries set details = '{"reason":"other"}' where seq = 3`, edited(3)],
    ['a time', sql`update audit_entries set created_at = created_at + interval '1 ms' where seq = 2`, edited(2)],
    ['a hash', sql`update audit_entries set hash = sha256('x') where seq = 3`, edited(3)],
    ['the order', sql`update audit_entries set seq = case seq when 2 then 30 else seq end`, missing(2)],
    ['an entry taken out', sql`delete from audit_entries where seq = 2`, missing(2)],
    ['the newest taken out', sql`delete from audit_entries where seq = 3`, missing(3)],
  ])('[AU-2] is broken by changing %s', async (_what, statement, expected) => {
    for (const reason of ['first', 'second', 'third']) await write({ reason })
    await tamper(statement)

    expect(await verifyAudit(database.db)).toEqual({ ok: false, ...expected })
  })

  it('[AU-3] contains an earlier head, unless the chain was rebuilt', async () => {
    await write({ reason: 'first' })
    const noted = await verifyAudit(database.db)
    if (!noted.ok) throw new Error(noted.reason)
    await write({ reason: 'second' })
    expect(await verifyAudit(database.db, noted.head)).toMatchObject({ ok: true, entries: 2 })

    await tamper(sql`delete from audit_entries`)
    await tamper(sql`update audit_head set seq = 0, hash = decode(repeat('00', 32), 'hex')`)
    await write({ reason: 'forged' })
    expect(await verifyAudit(database.db)).toMatchObject({ ok: true, entries: 1 })
    expect(await verifyAudit(database.db, noted.head)).toMatchObject({ ok: false, seq: 1 })
  })

  it('[AU-4] has no entry for a failed action', async () => {
    const attempt = database.transaction(async (tx) => {
      await writeAudit(tx, { action: 'user.deleted', at: AT })
      throw new Error('the act failed')
    })
    await expect(attempt).rejects.toThrow('the act failed')

    expect(await verifyAudit(database.db)).toMatchObject({ ok: true, entries: 0 })
  })
})

function edited(seq: number) {
  return { seq, reason: 'changed after it was written' }
}
function missing(seq: number) {
  return { seq, reason: 'missing' }
}
