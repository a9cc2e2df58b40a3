import type { Database } from '#server/database/database.ts'
import { unlessReadOnly } from '#server/database/errors.ts'
import { writeAudit } from './audit/audit.ts'
import { sessionOfRefreshToken } from './refresh-tokens.ts'
import { endSession, forgetIfNew, type SessionEnded } from './sessions.ts'
import type { UnstoredSessions } from './unstored-sessions.ts'

export interface SignOutDeps {
  readonly database: Database
  readonly unstored: UnstoredSessions
}

interface SignOut {
  readonly token: string
  readonly ipAddress: string
  readonly now: number
  /** Only ends the session if it belongs to this user, who signs in anew; nothing is left of one that is new itself. */
  readonly ownerId?: string
}

/**
 * Ends the session of a refresh token, current or not; while the database accepts no writes, in memory until it does.
 * Undefined if there was nothing to end.
 */
export async function signOut(deps: SignOutDeps, { token, ...request }: SignOut): Promise<SessionEnded | undefined> {
  const { database, unstored } = deps
  const session = await sessionOfRefreshToken(database.db, token)
  if (!session || (request.ownerId !== undefined && session.userId !== request.ownerId)) return undefined
  const outcome = await unlessReadOnly(
    database.transaction(async (tx) => {
      const ended = await endSession(tx, session.id, 'signed_out', request.now)
      if (ended) await auditSignOut(tx, ended, request)
      if (ended && request.ownerId !== undefined) await forgetIfNew(tx, session.id, request.now)
      return { ended }
    }),
  )
  if (outcome) return outcome.ended
  const ended: SessionEnded = { sessionId: session.id, userId: session.userId, reason: 'signed_out' }
  unstored.end(ended)
  return ended
}

/** Stores the sessions that were signed out while the database accepted no writes. */
export async function storeSignOuts({ database, unstored }: SignOutDeps, now: number): Promise<void> {
  for (const { sessionId } of unstored.ended()) {
    await database.transaction(async (tx) => {
      const ended = await endSession(tx, sessionId, 'signed_out', now)
      if (ended) await auditSignOut(tx, ended, { ipAddress: '', now })
    })
    unstored.forget(sessionId)
  }
}

const auditSignOut = (
  tx: Parameters<typeof writeAudit>[0],
  { userId, sessionId }: SessionEnded,
  { ipAddress, now }: Pick<SignOut, 'ipAddress' | 'now'>,
) => writeAudit(tx, { action: 'session.ended', userId, ipAddress, details: { session: sessionId }, at: now })
