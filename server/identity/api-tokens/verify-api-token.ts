import { eq } from 'drizzle-orm'
import { API_TOKEN } from '#contract/limits.ts'
import { unlessReadOnly } from '#server/database/errors.ts'
import { apiTokens } from '#server/database/schema/api-tokens.ts'
import { users } from '#server/database/schema/identity.ts'
import type { AuthResult } from '#server/http/access.ts'
import type { IdentityContext } from '../context.ts'
import { hashOf } from '../secrets.ts'

/** Verifies an API token. Account, role and revocation are read from the database each time. */
export type VerifyApiToken = (token: string) => Promise<AuthResult>

export function createApiTokenVerifier({ database, now }: IdentityContext): VerifyApiToken {
  /** When the use of each token was last recorded, so that requests at the same time do not cause a write each. */
  const recorded = new Map<string, number>()

  async function recordUse(id: string, lastUsedAt: number, at: number): Promise<void> {
    if (Math.max(recorded.get(id) ?? 0, lastUsedAt) > at - API_TOKEN.lastUsedEveryMs) return
    recorded.set(id, at)
    const recording = database.transaction((tx) =>
      tx
        .update(apiTokens)
        .set({ lastUsedAt: new Date(at) })
        .where(eq(apiTokens.id, id)),
    )
    await unlessReadOnly(recording)
  }

  return async (token) => {
    const at = now()
    const [row] = await database.db
      .select({
        id: apiTokens.id,
        scopes: apiTokens.scopes,
        expiresAt: apiTokens.expiresAt,
        lastUsedAt: apiTokens.lastUsedAt,
        revokedAt: apiTokens.revokedAt,
        userId: users.id,
        email: users.email,
        role: users.role,
        isActive: users.isActive,
        deletedAt: users.deletedAt,
      })
      .from(apiTokens)
      .innerJoin(users, eq(users.id, apiTokens.userId))
      .where(eq(apiTokens.hash, hashOf(token)))
    if (!row || row.revokedAt) return { ok: false, refusal: 'invalid' }
    if (row.expiresAt.getTime() <= at) return { ok: false, refusal: 'expired' }
    if (!row.isActive || row.deletedAt) return { ok: false, refusal: 'account-inactive' }
    await recordUse(row.id, row.lastUsedAt?.getTime() ?? 0, at)
    const { userId, id: sessionId, email, role, scopes } = row
    return { ok: true, principal: { userId, sessionId, email, role, scopes }, expiresAt: row.expiresAt.getTime() }
  }
}
