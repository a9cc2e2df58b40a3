import { and, count, desc, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { ApiToken, CreateApiToken, CreatedApiToken } from '#contract/api-tokens.ts'
import { API_TOKEN } from '#contract/limits.ts'
import type { Database, Queries } from '#server/database/database.ts'
import { apiTokens } from '#server/database/schema/api-tokens.ts'
import { users } from '#server/database/schema/identity.ts'
import { RequestError } from '#server/http/errors.ts'
import { writeAudit } from '../audit/audit.ts'
import { hashOf, newSecret } from '../secrets.ts'
import type { SessionEnded } from '../sessions.ts'
import { unlessReadOnly } from '#server/database/errors.ts'
import type { AuthResult } from '#server/http/access.ts'
import type { IdentityContext, Actor } from '#server/identity/context.ts'

const DAY_MS = 86_400_000
const PREFIX = 'pairbot_'
/** The prefix lets scanners recognise a leaked token, and sets it apart from access tokens and tickets. */
const FORM = /^pairbot_[\w-]{43}$/

/** True for what has the form of an API token. */
export const isApiToken = (token: string): boolean => FORM.test(token)

const isUsable = (userId: string, now: number) =>
  and(eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt), gt(apiTokens.expiresAt, new Date(now)))

const toApiToken = (row: typeof apiTokens.$inferSelect): ApiToken => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
})

/** The tokens of a user that can still be used, newest first. */
export async function listApiTokens(db: Queries, userId: string, now: number): Promise<ApiToken[]> {
  const rows = await db
    .select()
    .from(apiTokens)
    .where(isUsable(userId, now))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))
  return rows.map(toApiToken)
}

/** Creates a token of the actor. Its secret is returned here only. Throws 409 beyond the number that a user may have. */
export function createApiToken(database: Database, wanted: CreateApiToken, actor: Actor): Promise<CreatedApiToken> {
  const { name, days } = wanted
  const { actorId: userId, ipAddress, now: at } = actor
  const scopes = [...new Set(wanted.scopes)]
  const secret = `${PREFIX}${newSecret()}`
  return database.transaction(async (tx) => {
    // Locked, so that two requests at once cannot exceed the number.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    const [existing] = await tx.select({ tokens: count() }).from(apiTokens).where(isUsable(userId, at))
    if ((existing?.tokens ?? 0) >= API_TOKEN.maxPerUser)
      throw new RequestError(409, `You have ${API_TOKEN.maxPerUser} API tokens. Revoke one first.`)
    const expiresAt = new Date(at + days * DAY_MS)
    const [row] = await tx
      .insert(apiTokens)
      .values({ hash: hashOf(secret), userId, name, scopes, createdAt: new Date(at), expiresAt })
      .returning()
    if (!row) throw new Error('The new token was not returned')
    const details = { token: row.id, name, scopes, expires_at: expiresAt.toISOString() }
    await writeAudit(tx, { action: 'token.created', userId, ipAddress, details, at })
    return { token: toApiToken(row), secret }
  })
}

/** Revokes a token of the actor; undefined when it had ended already. Throws 404 when the actor has no such token. */
export function revokeApiToken(database: Database, id: string, actor: Actor): Promise<SessionEnded | undefined> {
  const { actorId: userId, ipAddress, now: at } = actor
  return database.transaction(async (tx) => {
    const own = and(eq(apiTokens.id, id), eq(apiTokens.userId, userId))
    const [row] = await tx.select({ name: apiTokens.name }).from(apiTokens).where(own)
    if (!row) throw new RequestError(404, 'API token not found')
    const revoked = await tx
      .update(apiTokens)
      .set({ revokedAt: new Date(at) })
      .where(and(own, isNull(apiTokens.revokedAt)))
      .returning({ id: apiTokens.id })
    if (revoked.length === 0) return undefined
    await writeAudit(tx, { action: 'token.revoked', userId, ipAddress, details: { token: id, name: row.name }, at })
    return { sessionId: id, userId, reason: 'revoked' }
  })
}

/** Revokes every usable token of a user. Each counts as a session that ended: its sockets must be closed. */
export async function revokeApiTokensOf(
  tx: Queries,
  userId: string,
  reason: SessionEnded['reason'],
  now: number,
): Promise<readonly SessionEnded[]> {
  const rows = await tx
    .update(apiTokens)
    .set({ revokedAt: new Date(now) })
    .where(isUsable(userId, now))
    .returning({ sessionId: apiTokens.id })
  return rows.map(({ sessionId }) => ({ sessionId, userId, reason }))
}

/** Deletes the tokens that ended long ago; the audit log still names them. */
export async function dropOldApiTokens(tx: Queries, now: number): Promise<void> {
  const before = new Date(now - API_TOKEN.endedLifeMs)
  await tx.delete(apiTokens).where(or(lt(apiTokens.expiresAt, before), lt(apiTokens.revokedAt, before)))
}

/** Verifies an API token. Account, role and revocation are read from the database each time. */
type VerifyApiToken = (token: string) => Promise<AuthResult>

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
