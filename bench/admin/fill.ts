import { sql } from 'drizzle-orm'
import { ADMIN_AREA, INVITATION } from '#contract/limits.ts'
import type { Queries } from '#server/database/database.ts'
import { users as usersTable } from '#server/database/schema/identity.ts'
import { invitations } from '#server/database/schema/people.ts'
import type { InvitationCodes } from '#server/identity/invitations/invitations.ts'
import { DEFINITION } from '#test/support/data/strategy-samples.ts'

const USERS = 10_000
const ROWS = 50_000
const ALERTS = 250
const STRATEGIES = 200
const MODELS = 200

/** 200 strategies and models of the owner. Before `fill`, which has all tables analysed. */
export async function fillTrading(db: Queries, ownerEmail: string): Promise<void> {
  const owner = sql`(select id from users where email = ${ownerEmail})`
  await db.execute(sql`
    insert into strategies (user_id, status, definition, created_at, updated_at)
    select ${owner}, (array['active','paused','stopped'])[1 + n % 3],
      jsonb_set(${JSON.stringify(DEFINITION)}::jsonb, '{name}', to_jsonb('Trend ' || n)),
      now() - n * 37 % 200 * interval '1 hour', now() - n * interval '1 hour'
    from generate_series(1, ${STRATEGIES}::int) n`)
  await db.execute(sql`
    insert into models (id, name, description, model_type, timeframe, pair, exchange, format, file_name, size_bytes, sha256,
      inspection, uploaded_by, created_at, updated_at)
    select gen_random_uuid(), 'Model ' || n, '', 'xgboost', '1m', 'BTCUSD', 'kraken', 'onnx', 'model.onnx', n * 1000, '\\x00',
      '{}'::jsonb, ${owner}, now() - n * interval '1 hour', now() - n * 37 % 200 * interval '1 minute'
    from generate_series(1, ${MODELS}::int) n`)
}

/** 10,000 users with two sessions each, 50,000 rows in each log, and as many invitations and alerts as are ever listed. */
export async function fill(db: Queries, codes: InvitationCodes): Promise<void> {
  await db.execute(sql`
    insert into users (email, username, password_hash, role, created_at, last_login_at)
    select 'user' || n || '@pairbot.test', 'user' || n, '-', (array['Viewer','Trader','Admin'])[1 + n % 3],
      now() - n * interval '1 minute', now() - n * interval '30 seconds'
    from generate_series(1, ${USERS}::int) n`)
  await db.execute(sql`
    insert into sessions (user_id, created_at, last_activity_at, expires_at, ip_address, user_agent, remembered, revoked_at)
    select id, created_at, coalesce(last_login_at, created_at), now() + interval '1 day', '203.0.113.7', 'Bench/1.0', false,
      case when random() < 0.3 then now() - random() * interval '14 days' end
    from users, generate_series(1, 2)`)
  await db.execute(sql`
    insert into sign_in_attempts (email, ip_address, network, success, failure_reason, attempted_at)
    select 'user' || (n % ${USERS}::int) || '@pairbot.test', '203.0.113.' || (n % 250), '203.0.113.' || (n % 250),
      n % 5 > 0, 'wrong password', now() - n * interval '12 seconds'
    from generate_series(1, ${ROWS}::int) n`)
  await db.execute(sql`
    insert into audit_entries (seq, user_id, action, ip_address, details, created_at, hash)
    select n + 1000000, null, (array['session.started','user.created','session.revoked'])[1 + n % 3], '203.0.113.7',
      jsonb_build_object('session', gen_random_uuid()), now() - n * interval '6 seconds', '\\x00'
    from generate_series(1, ${ROWS}::int) n`)
  await db.execute(sql`update audit_entries set user_id = (select id from users where email = 'user7@pairbot.test')
    where seq % 100 = 0`)
  await db.execute(sql`
    insert into security_alerts (detector, subject, title, description, severity, ip_address, affected_email, evidence,
      created_at)
    select 'many-failures-on-account', 'user' || n, 'Many failed sign-ins on one account', '-',
      (array['low', 'medium', 'high'])[1 + n % 3], '203.0.113.' || n % 250, 'user' || n || '@pairbot.test',
      jsonb_build_object(
        'login_attempts', (select jsonb_agg(id) from (select id from sign_in_attempts offset n * 200 limit 200) a),
        'audit_entries', (select jsonb_agg(id) from (select id from audit_entries offset n * 200 limit 200) e)),
      now() - n * interval '1 hour'
    from generate_series(1, ${ALERTS}::int) n`)
  const [inviter] = await db.select({ id: usersTable.id }).from(usersTable).limit(1)
  await db.insert(invitations).values(
    Array.from({ length: ADMIN_AREA.maxRows }, (_, n) => {
      const { codeHash, sealedCode } = codes.create()
      const createdAt = new Date(Date.now() - n * 60_000)
      const expiresAt = new Date(createdAt.getTime() + INVITATION.lifeMs)
      return {
        email: `invited${n}@pairbot.test`,
        role: 'Trader' as const,
        codeHash,
        sealedCode,
        createdBy: inviter?.id ?? '',
        createdAt,
        expiresAt,
      }
    }),
  )
  await db.execute(sql`analyze`)
}
