import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { afterAll, describe, expect, it } from 'vitest'
import { migrationsFolder } from '#server/database/migrations.ts'
import { writeAudit } from '#server/identity/audit/audit.ts'
import { verifyAudit } from '#server/identity/audit/verify.ts'

const client = new PGlite()
afterAll(() => client.close())

const FILES = readdirSync(migrationsFolder())
  .filter((name) => name.endsWith('.sql'))
  .toSorted((a, b) => a.localeCompare(b))
const CHAIN = FILES.findIndex((name) => name.endsWith('_people.sql'))

const apply = async (files: readonly string[]) => {
  for (const file of files) await client.exec(readFileSync(join(migrationsFolder(), file), 'utf8'))
}

describe('an audit log from before the hash chain', () => {
  it('[AU-1] is chained in time order and verified like later entries', { timeout: 60_000 }, async () => {
    await apply(FILES.slice(0, CHAIN))
    await client.exec(`
      insert into users (email, username, password_hash, role, created_at) values ('a@b.test', 'a', '-', 'Admin', now());
      insert into audit_entries (user_id, action, ip_address, details, created_at)
        select id, 'session.started', '203.0.113.7', '{"session": "Ünï", "remembered": true}', '2026-01-05T08:00:00.123Z' from users;
      insert into audit_entries (action, details, created_at) values ('user.created', '{}', '2026-01-05T07:00:00Z');`)
    await apply(FILES.slice(CHAIN))
    const db = drizzle({ client })
    const { rows } = await client.query('select action from audit_entries order by seq')

    expect(rows).toEqual([{ action: 'user.created' }, { action: 'session.started' }])
    await db.transaction((tx) => writeAudit(tx, { action: 'user.deleted', at: Date.parse('2026-02-01T00:00:00Z') }))
    expect(await verifyAudit(db)).toMatchObject({ ok: true, entries: 3 })
    await client.exec(`update audit_entries set action = 'other' where seq = 1`)
    expect(await verifyAudit(db)).toEqual({ ok: false, seq: 1, reason: 'changed after it was written' })
  })
})
