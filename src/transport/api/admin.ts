import * as z from 'zod/mini'
import * as ADMINISTRATION from '#contract/endpoints/administration.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import type { ExportFormat } from '#contract/exports.ts'
import type { CreateInvitation, Invitation, InvitationCounts } from '#contract/invitations.ts'
import type { Role } from '#contract/roles.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import type { ListFilters, ListQuery } from '#contract/list-queries.ts'
import type { ListName } from '#contract/sorting.ts'
import { mapResult, type Result } from '#src/lib/result.ts'
import { messageOf, type HttpFailure } from '../http/failures.ts'
import type { Call } from '../http/http.ts'
import { requestOf } from '../http/request-of.ts'
import { createDataCalls } from './data-calls.ts'

/** One page of the invitations and the counts by status. */
interface Invitations {
  readonly list: readonly Invitation[]
  readonly counts: InvitationCounts
  readonly total: number | undefined
}

const FORBIDDEN = 'Access denied. Admin role required.'
const FAILED = 'Request failed'

/** Message shown for a failed call. */
function errorMessage(failure: HttpFailure): string {
  // With a reason, it is not the role that is missing.
  if (failure.kind === 'http' && failure.reason !== undefined) return messageOf(failure)
  if (failure.status === 403) return FORBIDDEN
  if (failure.kind === 'shape') return failure.serverMessage ?? FAILED
  return messageOf(failure)
}

function countByStatus(invitations: readonly Invitation[]): InvitationCounts {
  const counts = { pending: 0, used: 0, expired: 0, revoked: 0 }
  for (const { status } of invitations) counts[status] += 1
  return counts
}

const EXPORTS: Readonly<Record<ListName, Endpoint>> = {
  users: ADMINISTRATION.exportUsers,
  invitations: ADMINISTRATION.exportInvitations,
  sessions: ADMINISTRATION.exportSessions,
  attempts: ADMINISTRATION.exportAttempts,
  audit: ADMINISTRATION.exportAudit,
  alerts: ADMINISTRATION.exportAlerts,
}

/** Admin API of the identity service. Failures are values, with messages from the error catalogue. */
export function createAdminApi(call: Call) {
  const { fetchData, mutate } = createDataCalls(call, errorMessage)
  return {
    overview: (_: null, signal?: AbortSignal) => fetchData({ ...requestOf(ADMINISTRATION.overview), signal }),
    users: (query: ListQuery<'users'>, signal?: AbortSignal) =>
      fetchData({ ...requestOf(ADMINISTRATION.users, { query }), signal }),
    user: (id: string, signal?: AbortSignal) =>
      fetchData({ ...requestOf(ADMINISTRATION.user, { params: { id } }), signal }),
    setRole: (id: string, role: Role) => mutate(requestOf(ADMINISTRATION.setRole, { params: { id }, body: { role } })),
    setActive: (id: string, isActive: boolean) =>
      mutate(requestOf(ADMINISTRATION.setStatus, { params: { id }, body: { is_active: isActive } })),
    resetFactors: (id: string) => mutate(requestOf(ADMINISTRATION.resetFactors, { params: { id } })),
    deleteUser: (id: string, reason: string | undefined) =>
      mutate(requestOf(ADMINISTRATION.deleteUser, { params: { id }, body: { reason } })),

    invitations: async (query: ListQuery<'invitations'>, signal?: AbortSignal): Promise<Result<Invitations>> => {
      const result = await call({ ...requestOf(ADMINISTRATION.invitations, { query }), signal })
      return mapResult(
        result,
        ({ data: list, counts, total }) => ({ list, counts: counts ?? countByStatus(list), total }),
        errorMessage,
      )
    },
    invite: (body: CreateInvitation) => fetchData(requestOf(ADMINISTRATION.invite, { body })),
    revokeInvitation: (code: string) => mutate(requestOf(ADMINISTRATION.revokeInvitation, { params: { code } })),
    resendInvitation: (code: string) => fetchData(requestOf(ADMINISTRATION.resendInvitation, { params: { code } })),

    sessions: (query: ListQuery<'sessions'>, signal?: AbortSignal) =>
      fetchData({ ...requestOf(ADMINISTRATION.sessions, { query }), signal }),
    userSessions: (id: string, signal?: AbortSignal) =>
      fetchData({ ...requestOf(ADMINISTRATION.userSessions, { params: { id } }), signal }),
    revokeSession: (id: string) => mutate(requestOf(ADMINISTRATION.endSession, { params: { id } })),
    forceLogout: (id: string) => fetchData(requestOf(ADMINISTRATION.endUserSessions, { params: { id } })),
    createResetLink: (id: string) => fetchData(requestOf(ADMINISTRATION.createResetLink, { params: { id } })),
    cleanUpSessions: () => fetchData(requestOf(ADMINISTRATION.cleanUpSessions)),

    attempts: (query: ListQuery<'attempts'>, signal?: AbortSignal) =>
      fetchData({ ...requestOf(ADMINISTRATION.attempts, { query }), signal }),
    audit: (query: ListQuery<'audit'>, signal?: AbortSignal) =>
      fetchData({ ...requestOf(ADMINISTRATION.audit, { query }), signal }),
    alerts: (query: ListQuery<'alerts'>, signal?: AbortSignal) =>
      fetchData({ ...requestOf(ADMINISTRATION.alerts, { query }), signal }),
    resolveAlert: (id: string) => mutate(requestOf(ADMINISTRATION.resolveAlert, { params: { id } })),

    /** Everything that matches the filter, as the text of a file. */
    async exportList<List extends ListName>(list: List, filter: ListFilters[List], format: ExportFormat) {
      const endpoint: Endpoint = EXPORTS[list]
      const result = await call({
        ...requestOf(endpoint),
        query: { ...filter, format },
        schema: z.string(),
        isText: true,
        timeoutMs: ADMIN_AREA.exportTimeoutMs,
      })
      return mapResult(result, (text) => text, errorMessage)
    },
  }
}

export type AdminApi = ReturnType<typeof createAdminApi>
