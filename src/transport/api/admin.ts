import * as z from 'zod/mini'
import {
  adminSessionsSchema,
  adminUserResponseSchema,
  adminUsersSchema,
  auditLogSchema,
  loginAttemptsSchema,
  securityAlertsSchema,
  sessionsDeletedSchema,
  sessionsRevokedSchema,
} from '#contract/admin.ts'
import {
  createdInvitationSchema,
  invitationsResponseSchema,
  type CreateInvitation,
  type GrantedRole,
  type Invitation,
  type InvitationCounts,
} from '#contract/invitations.ts'
import type { ExportFormat } from '#contract/exports.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import { passwordResetLinkSchema } from '#contract/password-reset.ts'
import { ADMIN, exportPath } from '#contract/paths.ts'
import type { ListName, Sort, SortColumn } from '#contract/sorting.ts'
import { mapResult, type Result } from '#src/lib/result.ts'
import { messageOf, type HttpFailure } from '../http/failures.ts'
import type { Call } from '../http/http.ts'
import { fillPath } from '../http/path.ts'
import { LIST_QUERIES, type ListFilters } from './admin-filters.ts'
import { createDataCalls } from './data-calls.ts'

/** The rows of a list to fetch, and their order. */
interface Paging<List extends ListName> {
  /** From 1; without it the first rows that the server lists. */
  readonly page?: number | undefined
  readonly pageSize?: number | undefined
  readonly sort?: Sort<SortColumn<List>> | undefined
}

/** One page of the invitations and the counts by status. */
interface Invitations {
  readonly list: readonly Invitation[]
  readonly counts: InvitationCounts
  readonly total: number | undefined
}

export type { ListFilters }

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

const queryOf = <List extends ListName>(list: List, request: ListFilters[List] & Paging<List>) => ({
  page: request.page,
  page_size: request.pageSize,
  ...LIST_QUERIES[list](request),
  sort: request.sort,
})

/** Admin API of the identity service. Failures are values, with messages from the error catalogue. */
export function createAdminApi(call: Call) {
  const { fetchData, mutate } = createDataCalls(call, errorMessage)
  return {
    users: (request: ListFilters['users'] & Paging<'users'>, signal?: AbortSignal) =>
      fetchData({ path: ADMIN.users, query: queryOf('users', request), schema: adminUsersSchema, signal }),
    user: (id: string, signal?: AbortSignal) =>
      fetchData({ path: fillPath(ADMIN.user, id), schema: adminUserResponseSchema, signal }),
    setRole: (id: string, role: GrantedRole) =>
      mutate({ method: 'PATCH', path: fillPath(ADMIN.userRole, id), body: { role } }),
    setActive: (id: string, isActive: boolean) =>
      mutate({ method: 'PATCH', path: fillPath(ADMIN.userStatus, id), body: { is_active: isActive } }),
    resetFactors: (id: string) => mutate({ method: 'DELETE', path: fillPath(ADMIN.userFactors, id) }),
    deleteUser: (id: string, reason: string | undefined) =>
      mutate({ method: 'DELETE', path: fillPath(ADMIN.user, id), body: { reason } }),

    invitations: async (
      request: ListFilters['invitations'] & Paging<'invitations'>,
      signal?: AbortSignal,
    ): Promise<Result<Invitations>> => {
      const query = queryOf('invitations', request)
      const result = await call({ path: ADMIN.invitations, query, schema: invitationsResponseSchema, signal })
      return mapResult(
        result,
        ({ data: list, counts, total }) => ({ list, counts: counts ?? countByStatus(list), total }),
        errorMessage,
      )
    },
    invite: (invitation: CreateInvitation) =>
      fetchData({ method: 'POST', path: ADMIN.invitations, body: invitation, schema: createdInvitationSchema }),
    revokeInvitation: (code: string) => mutate({ method: 'POST', path: fillPath(ADMIN.revokeInvitation, code) }),
    resendInvitation: (code: string) =>
      fetchData({
        method: 'POST',
        path: fillPath(ADMIN.resendInvitation, code),
        schema: createdInvitationSchema,
      }),

    sessions: (request: ListFilters['sessions'] & Paging<'sessions'>, signal?: AbortSignal) =>
      fetchData({ path: ADMIN.sessions, query: queryOf('sessions', request), schema: adminSessionsSchema, signal }),
    userSessions: (id: string, signal?: AbortSignal) =>
      fetchData({ path: fillPath(ADMIN.userSessions, id), schema: adminSessionsSchema, signal }),
    revokeSession: (id: string) => mutate({ method: 'DELETE', path: fillPath(ADMIN.session, id) }),
    forceLogout: (userId: string) =>
      fetchData({ method: 'DELETE', path: fillPath(ADMIN.userSessions, userId), schema: sessionsRevokedSchema }),
    createResetLink: (userId: string) =>
      fetchData({ method: 'POST', path: fillPath(ADMIN.userPasswordReset, userId), schema: passwordResetLinkSchema }),
    cleanUpSessions: () => fetchData({ method: 'DELETE', path: ADMIN.cleanupSessions, schema: sessionsDeletedSchema }),

    attempts: (request: ListFilters['attempts'] & Paging<'attempts'>, signal?: AbortSignal) =>
      fetchData({
        path: ADMIN.loginAttempts,
        query: queryOf('attempts', request),
        schema: loginAttemptsSchema,
        signal,
      }),
    audit: (request: ListFilters['audit'] & Paging<'audit'>, signal?: AbortSignal) =>
      fetchData({ path: ADMIN.auditLog, query: queryOf('audit', request), schema: auditLogSchema, signal }),
    alerts: (request: ListFilters['alerts'] & Paging<'alerts'>, signal?: AbortSignal) =>
      fetchData({
        path: ADMIN.securityAlerts,
        query: queryOf('alerts', request),
        schema: securityAlertsSchema,
        signal,
      }),
    resolveAlert: (id: string) => mutate({ method: 'POST', path: fillPath(ADMIN.resolveAlert, id) }),

    /** Everything that matches the filter, as the text of a file. */
    exportList: async <List extends ListName>(list: List, filter: ListFilters[List], format: ExportFormat) =>
      mapResult(
        await call({
          path: exportPath(list),
          query: { ...LIST_QUERIES[list](filter), format },
          schema: z.string(),
          isText: true,
          timeoutMs: ADMIN_AREA.exportTimeoutMs,
        }),
        (text) => text,
        errorMessage,
      ),
  }
}

export type AdminApi = ReturnType<typeof createAdminApi>
