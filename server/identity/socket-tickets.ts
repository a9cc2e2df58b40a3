import { eq, lt } from 'drizzle-orm'
import { GATEWAY } from '#contract/limits.ts'
import type { Queries } from '#server/database/database.ts'
import { socketTickets } from '#server/database/schema/identity.ts'
import { hashOf, newSecret } from './secrets.ts'

/** What a ticket is valid for: one socket of the session, opened from the origin that requested it. */
export interface TicketBinding {
  readonly sessionId: string
  /** Socket path; any path when absent. */
  readonly path: string | undefined
  readonly origin: string | undefined
  /** Unix milliseconds at which the requesting access token expires; the socket ends then too. */
  readonly accessUntil: number
}

/** Issues a single-use ticket to put into a socket URL in place of the access token. */
export async function issueTicket(
  db: Queries,
  binding: TicketBinding,
  now: number,
): Promise<{ readonly ticket: string; readonly expiresInS: number }> {
  const ticket = newSecret()
  await db.insert(socketTickets).values({
    hash: hashOf(ticket),
    sessionId: binding.sessionId,
    path: binding.path ?? null,
    origin: binding.origin ?? null,
    accessUntil: new Date(binding.accessUntil),
    expiresAt: new Date(now + GATEWAY.ticketLifeMs),
  })
  return { ticket, expiresInS: GATEWAY.ticketLifeMs / 1000 }
}

/** Redeems a ticket for its session and expiry. The lookup deletes it, even when it is rejected. */
export async function redeemTicket(
  db: Queries,
  ticket: string,
  request: { readonly path: string; readonly origin: string | undefined },
  now: number,
): Promise<Pick<TicketBinding, 'sessionId' | 'accessUntil'> | 'invalid' | 'expired'> {
  const [row] = await db
    .delete(socketTickets)
    .where(eq(socketTickets.hash, hashOf(ticket)))
    .returning()
  if (!row || row.origin !== (request.origin ?? null)) return 'invalid'
  if (row.path !== null && row.path !== request.path) return 'invalid'
  if (row.expiresAt.getTime() <= now) return 'expired'
  return { sessionId: row.sessionId, accessUntil: row.accessUntil.getTime() }
}

export async function dropOldTickets(tx: Queries, now: number): Promise<void> {
  await tx.delete(socketTickets).where(lt(socketTickets.expiresAt, new Date(now)))
}
