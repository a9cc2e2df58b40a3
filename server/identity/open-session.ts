import type { Queries } from '#server/database/database.ts'
import { writeAudit } from './audit/audit.ts'
import { firstRefreshToken, type Refreshed } from './refresh-tokens.ts'
import { startSession, type Origin } from './sessions.ts'
import { noteSignIn, type Account } from './users.ts'

/** A session that was just opened, with its first refresh token. */
export interface SignedIn extends Refreshed {
  readonly email: string
}

export interface Opening extends Origin {
  readonly remembered: boolean
  readonly now: number
}

/** Lets somebody in whose right to it has been established: session, first refresh token, audit entry. */
export async function openSession(
  tx: Queries,
  account: Pick<Account, 'id' | 'email' | 'role'>,
  opening: Opening,
): Promise<SignedIn> {
  const { remembered, now, ipAddress } = opening
  const session = await startSession(tx, { ...opening, userId: account.id })
  const token = await firstRefreshToken(tx, session, now)
  await noteSignIn(tx, account.id, now)
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
    userId: account.id,
    email: account.email,
    role: account.role,
    remembered,
  }
}
