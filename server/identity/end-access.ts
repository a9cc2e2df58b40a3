import type { Queries } from '#server/database/database.ts'
import { revokeApiTokensOf } from './api-tokens/api-tokens.ts'
import { endSessionsOf, type SessionEnded, type SessionEndReason } from './sessions.ts'

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
