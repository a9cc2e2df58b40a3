import type { Queries } from '#server/database/database.ts'
import { revokeApiTokensOf } from './api-tokens/api-tokens.ts'
import { endSessionsOf, type SessionEnded, type SessionEndReason } from './sessions.ts'

/** Ends every session of a user and revokes every API token: nothing that was open to the account stays open. */
export async function endAccessOf(
  tx: Queries,
  userId: string,
  reason: SessionEndReason,
  now: number,
): Promise<readonly SessionEnded[]> {
  const sessions = await endSessionsOf(tx, userId, reason, now)
  return [...sessions, ...(await revokeApiTokensOf(tx, userId, reason, now))]
}
