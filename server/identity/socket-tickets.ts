import { eq, lt } from 'drizzle-orm'
import { GATEWAY, SESSION } from '#contract/limits.ts'
import type { Database, Queries } from '#server/database/database.ts'
import { unlessReadOnly } from '#server/database/errors.ts'
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

export interface RedeemedTicket extends Pick<TicketBinding, 'sessionId' | 'accessUntil'> {
  /** The latest time, unix ms, that its access token may have been replaced at for the ticket to be void. */
  readonly issuedAt: number
}

export interface SocketTickets {
  /** Issues a single-use ticket to put into a socket URL in place of the access token. */
  issue(binding: TicketBinding, now: number): Promise<{ readonly ticket: string; readonly expiresInS: number }>
  /** Redeems a ticket for its session and expiry. The lookup deletes it, even when it is rejected. */
  redeem(
    ticket: string,
    request: { readonly path: string; readonly origin: string | undefined },
    now: number,
  ): Promise<RedeemedTicket | 'invalid' | 'expired'>
}

type TicketRow = Required<typeof socketTickets.$inferInsert>

/** Tickets in the database, which all server processes share; in memory while it accepts no writes. */
export function createSocketTickets(database: Database): SocketTickets {
  const inMemory = new Map<string, TicketRow>()
  const keyOf = ({ hash }: Pick<TicketRow, 'hash'>) => Buffer.from(hash).toString('base64url')

  function hold(row: TicketRow, now: number): void {
    for (const [key, { expiresAt }] of inMemory) if (expiresAt.getTime() <= now) inMemory.delete(key)
    inMemory.set(keyOf(row), row)
  }

  function takeHeld(hash: Uint8Array): TicketRow | undefined {
    const key = keyOf({ hash })
    const row = inMemory.get(key)
    inMemory.delete(key)
    return row
  }

  async function take(hash: Uint8Array): Promise<TicketRow | undefined> {
    const held = takeHeld(hash)
    if (held) return held
    const deleted = await unlessReadOnly(
      database.transaction((tx) => tx.delete(socketTickets).where(eq(socketTickets.hash, hash)).returning()),
    )
    return deleted?.[0]
  }

  return {
    async issue(binding, now) {
      const ticket = newSecret()
      const row = {
        hash: hashOf(ticket),
        sessionId: binding.sessionId,
        path: binding.path ?? null,
        origin: binding.origin ?? null,
        accessUntil: new Date(binding.accessUntil),
        expiresAt: new Date(now + GATEWAY.ticketLifeMs),
      }
      const stored = await unlessReadOnly(
        database.transaction((tx) => tx.insert(socketTickets).values(row).returning()),
      )
      if (!stored) hold(row, now)
      return { ticket, expiresInS: GATEWAY.ticketLifeMs / 1000 }
    },
    async redeem(ticket, request, now) {
      const row = await take(hashOf(ticket))
      if (!row || row.origin !== (request.origin ?? null)) return 'invalid'
      if (row.path !== null && row.path !== request.path) return 'invalid'
      if (row.expiresAt.getTime() <= now) return 'expired'
      const issuedAt = row.expiresAt.getTime() - GATEWAY.ticketLifeMs - SESSION.renewalGraceMs
      return { sessionId: row.sessionId, accessUntil: row.accessUntil.getTime(), issuedAt }
    },
  }
}

export async function dropOldTickets(tx: Queries, now: number): Promise<void> {
  await tx.delete(socketTickets).where(lt(socketTickets.expiresAt, new Date(now)))
}
