import { desc, eq } from 'drizzle-orm'
import type { OwnSignIn } from '#contract/account.ts'
import type { Queries } from '#server/database/database.ts'
import { signInAttempts } from '#server/database/schema/identity.ts'
import { normalizeEmail } from '../users.ts'

const MAX_ROWS = 50

/** The latest attempts to sign in to the account of an e-mail address, newest first. */
export async function listSignIns(db: Queries, email: string): Promise<OwnSignIn[]> {
  const rows = await db
    .select()
    .from(signInAttempts)
    .where(eq(signInAttempts.email, normalizeEmail(email)))
    .orderBy(desc(signInAttempts.attemptedAt), desc(signInAttempts.id))
    .limit(MAX_ROWS)
  return rows.map((row) => ({
    id: row.id,
    ip_address: row.ipAddress || null,
    success: row.success,
    failure_reason: row.failureReason,
    attempted_at: row.attemptedAt.toISOString(),
  }))
}
