import { and, desc, eq, sql } from 'drizzle-orm'
import type { Invitation, InvitationCounts, InvitationStatus } from '#contract/invitations.ts'
import type { InvitationFilter, ListQuery } from '#contract/list-queries.ts'
import type { Queries } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity.ts'
import { invitations } from '#server/database/schema/people.ts'
import { olderThan, type ExportSource } from '../admin/export.ts'
import { contains, orderOf, rowsOf } from '../admin/queries.ts'
import type { InvitationCodes } from './invitations.ts'
import { hasStatus, toInvitation } from './invitations.ts'

/** Number of invitations by status. */
async function countByStatus(db: Queries, now: number): Promise<InvitationCounts> {
  const of = (status: InvitationStatus) => sql<number>`(count(*) filter (where ${hasStatus(status, now)}))::int`
  const [counts] = await db
    .select({ pending: of('pending'), used: of('used'), expired: of('expired'), revoked: of('revoked') })
    .from(invitations)
  return counts ?? { pending: 0, used: 0, expired: 0, revoked: 0 }
}

const matches = ({ status, search }: InvitationFilter, now: number) =>
  and(status && hasStatus(status, now), contains(invitations.email, search))

async function countInvitations(db: Queries, filter: InvitationFilter, now: number): Promise<number> {
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(invitations)
    .where(matches(filter, now))
  return counted?.total ?? 0
}

const selectInvitations = (db: Queries) =>
  db
    .select({ invitation: invitations, invitedBy: users.email })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.createdBy))

const NEWEST = [desc(invitations.createdAt), desc(invitations.id)]
const SORTED = {
  email: invitations.email,
  role: invitations.role,
  invited_by: users.email,
  created_at: invitations.createdAt,
  expires_at: invitations.expiresAt,
}

/** Invitations, newest first by default, how many match the filter, and how many there are by status. */
export async function listInvitations(
  db: Queries,
  codes: InvitationCodes,
  query: ListQuery<'invitations'>,
  now: number,
): Promise<{ data: Invitation[]; total: number; counts: InvitationCounts }> {
  const { limit, offset } = rowsOf(query)
  const rows = await selectInvitations(db)
    .where(matches(query, now))
    .orderBy(...orderOf(query.sort, SORTED, NEWEST))
    .limit(limit)
    .offset(offset)
  return {
    data: rows.map(({ invitation, invitedBy }) =>
      toInvitation(invitation, codes.read(invitation.sealedCode), invitedBy, now),
    ),
    total: await countInvitations(db, query, now),
    counts: await countByStatus(db, now),
  }
}

/** All invitations that match, newest first, without their codes. */
export const invitationsExport = (db: Queries, filter: InvitationFilter, now: number): ExportSource<'invitations'> => ({
  list: 'invitations',
  count: () => countInvitations(db, filter, now),
  next: async (last, limit) => {
    const after = last && olderThan(invitations.createdAt, invitations.id, { time: last.created_at, id: last.id })
    const rows = await selectInvitations(db)
      .where(and(matches(filter, now), after))
      .orderBy(...NEWEST)
      .limit(limit)
    return rows.map(({ invitation, invitedBy }) => {
      const { code: _code, ...row } = toInvitation(invitation, '', invitedBy, now)
      return row
    })
  },
})
