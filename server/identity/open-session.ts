import type { Queries } from '#server/database/database.ts'
import { writeAudit } from './audit/audit.ts'
import { issueFirstRefreshToken, type Refreshed } from './refresh-tokens.ts'
import { startSession, type ClientInfo } from './sessions.ts'
import { recordSignIn, type Account } from './users.ts'

/** A newly opened session with its first refresh token. */
export interface OpenedSession extends Refreshed {
  readonly email: string
  readonly username: string
}

export interface SessionOptions extends ClientInfo {
  readonly remembered: boolean
  readonly now: number
}

/** Opens a session for an authenticated account: session row, first refresh token and audit entry. */
export async function openSession(
  tx: Queries,
  account: Pick<Account, 'id' | 'email' | 'role'>,
  options: SessionOptions,
): Promise<OpenedSession> {
  const { remembered, now, ipAddress } = options
  const session = await startSession(tx, { ...options, userId: account.id })
  const token = await issueFirstRefreshToken(tx, session, now)
  const username = await recordSignIn(tx, account.id, now)
  await writeAudit(tx, {
    action: 'session.started',
    userId: account.id,
    ipAddress,
    details: { session: session.id, remembered },
    at: now,
  })
  return {
    token,
    sessionId: session.id,
    expiresAt: session.expiresAt,
    latestEnd: session.latestEnd,
    userId: account.id,
    email: account.email,
    username,
    role: account.role,
    remembered,
  }
}
