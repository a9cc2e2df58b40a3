import { eq, lt } from 'drizzle-orm'
import { GATEWAY } from '#contract/limits.ts'
import type { Queries } from '#server/database/database.ts'
import { socketTickets } from '#server/database/schema/identity.ts'
import { hashOf, newSecret } from './secrets.ts'

/** What a ticket opens: one socket, for the session, from the page that asked for it. */
export interface TicketBinding {
  readonly sessionId: string
  /** Socket path; absent leaves it open. */
  readonly path: string | undefined
  readonly origin: string | undefined
  /** Unix milliseconds at which the access token that asked for it ends: its socket ends then too. */
  readonly accessUntil: number
}

/** A single-use ticket for a socket, to stand in its address instead of the access token. */
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

/** The session a ticket opens a socket for, and until when. Used up by the look-up itself, whatever the verdict. */
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
