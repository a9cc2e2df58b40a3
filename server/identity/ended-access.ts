import { eq, inArray } from 'drizzle-orm'
import { SESSION } from '#contract/limits.ts'
import type { Queries } from '#server/database/database.ts'
import { apiTokens } from '#server/database/schema/api-tokens.ts'
import { sessions, users } from '#server/database/schema/identity.ts'
import { type SessionEnded, endSessionsOf, type SessionEndReason } from './sessions.ts'
import type { UnstoredSessions } from './unstored-sessions.ts'
import { revokeApiTokensOf } from './api-tokens/api-tokens.ts'

/** A session, or an API token, in use since a time (unix ms). */
interface UsedSession {
  readonly sessionId: string
  readonly userId: string
  readonly since: number
}

/** What the database says of sessions in use. */
export interface FoundAccess {
  readonly ended: readonly SessionEnded[]
  /** Sessions in use since before their access tokens were replaced. */
  readonly renewed: readonly { readonly sessionId: string }[]
}

/** Ids per query. */
const CHUNK = 1_000

interface Deps {
  readonly db: Queries
  readonly unstored: UnstoredSessions
}

/** Finds the sessions and API tokens in use that have ended, by whatever means. One that is in no table was deleted. */
export async function findEndedAccess(deps: Deps, used: readonly UsedSession[], now: number): Promise<FoundAccess> {
  const ended: SessionEnded[] = []
  const renewed: { sessionId: string }[] = []
  for (let start = 0; start < used.length; start += CHUNK) {
    const chunk = used.slice(start, start + CHUNK)
    const stored = await statesOf(deps, chunk, now)
    for (const { sessionId, userId, since } of chunk) {
      const { reason, validFrom = 0 } = stored.get(sessionId) ?? GONE
      if (reason) ended.push({ sessionId, userId, reason })
      else if (since <= validFrom && now >= validFrom) renewed.push({ sessionId })
    }
  }
  return { ended, renewed }
}

const GONE: AccessState = { reason: 'revoked' }

interface AccessState {
  /** Why it has ended; undefined if it has not. */
  readonly reason: SessionEnded['reason'] | undefined
  /** Unix ms; what was opened until then has to be opened again. */
  readonly validFrom?: number | undefined
}

async function statesOf(
  { db, unstored }: Deps,
  used: readonly UsedSession[],
  now: number,
): Promise<ReadonlyMap<string, AccessState>> {
  const ids = used.map(({ sessionId }) => sessionId)
  const { isActive, deletedAt } = users
  const sessionRows = await db
    .select({ row: sessions, isActive, deletedAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(inArray(sessions.id, ids))
  const tokenRows = await db
    .select({ row: apiTokens, isActive, deletedAt })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(inArray(apiTokens.id, ids))
  const reasonOf = ({
    row,
    isActive: isUsable,
    deletedAt: deleted,
  }: (typeof sessionRows | typeof tokenRows)[number]) => {
    if (row.revokedAt) return ('revokedReason' in row ? row.revokedReason : null) ?? 'revoked'
    if (!isUsable || deleted) return 'account'
    return unstored.endOf(row.id, row.expiresAt.getTime()) <= now ? 'expired' : undefined
  }
  const validFromOf = ({ tokensRenewedAt }: typeof sessions.$inferSelect) =>
    tokensRenewedAt ? tokensRenewedAt.getTime() + SESSION.renewalGraceMs : undefined
  return new Map<string, AccessState>([
    ...sessionRows.map((each): [string, AccessState] => [
      each.row.id,
      { reason: reasonOf(each), validFrom: validFromOf(each.row) },
    ]),
    ...tokenRows.map((each): [string, AccessState] => [each.row.id, { reason: reasonOf(each) }]),
  ])
}

/** What was open to an account and has ended. */
export interface EndedAccess {
  /** Sessions and API tokens: the sockets of all of them must be closed. */
  readonly ended: readonly SessionEnded[]
  /** How many of each, for the audit log. */
  readonly counts: { readonly sessions_ended: number; readonly tokens_revoked?: number }
}

/** Ends every session of a user and revokes every API token: nothing that was open to the account stays open. */
export async function endAccessOf(
  tx: Queries,
  userId: string,
  reason: SessionEndReason,
  now: number,
): Promise<EndedAccess> {
  const sessions = await endSessionsOf(tx, userId, reason, now)
  const tokens = await revokeApiTokensOf(tx, userId, reason, now)
  const counts = { sessions_ended: sessions.length, ...(tokens.length > 0 && { tokens_revoked: tokens.length }) }
  return { ended: [...sessions, ...tokens], counts }
}
