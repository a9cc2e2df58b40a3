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
  type InvitationStatus,
} from '#contract/invitations.ts'
import { ADMIN } from '#contract/paths.ts'
import type { Role } from '#contract/roles.ts'
import { mapResult, type Result } from '#src/lib/result.ts'
import { messageOf, type HttpFailure } from '../http/failures.ts'
import type { Call } from '../http/http.ts'
import { fillPath } from '../http/path.ts'
import { createDataCalls } from './data-calls.ts'

interface UserFilter {
  readonly page: number
  readonly pageSize: number
  readonly role?: Role | undefined
  readonly isActive?: boolean | undefined
  readonly search?: string | undefined
}

interface InvitationFilter {
  readonly status?: InvitationStatus | undefined
}

/** The newest invitations (of the requested status) and the counts by status. */
interface Invitations extends InvitationFilter {
  readonly list: readonly Invitation[]
  readonly counts: InvitationCounts
}

interface SessionFilter {
  readonly isActive?: boolean | undefined
  readonly search?: string | undefined
}

interface AttemptFilter {
  readonly ip?: string | undefined
  readonly email?: string | undefined
  readonly success?: boolean | undefined
  readonly hours: number
  /** Only the rows behind this alert, regardless of age. */
  readonly alert?: string | undefined
}

interface AuditFilter {
  readonly user?: string | undefined
  readonly action?: string | undefined
  readonly hours: number
  readonly alert?: string | undefined
}

const FORBIDDEN = 'Access denied. Admin role required.'
const FAILED = 'Request failed'

/** Message shown for a failed call. */
function errorMessage(failure: HttpFailure): string {
  if (failure.status === 403) return FORBIDDEN
  if (failure.kind === 'shape') return failure.serverMessage ?? FAILED
  return messageOf(failure)
}

function countByStatus(invitations: readonly Invitation[]): InvitationCounts {
  const counts = { pending: 0, used: 0, expired: 0, revoked: 0 }
  for (const { status } of invitations) counts[status] += 1
  return counts
}

/** Admin API of the identity service. Failures are values, with messages from the error catalogue. */
export function createAdminApi(call: Call) {
  const { fetchData, mutate } = createDataCalls(call, errorMessage)
  return {
    users: ({ page, pageSize, role, isActive, search }: UserFilter, signal?: AbortSignal) =>
      fetchData({
        path: ADMIN.users,
        query: { page, page_size: pageSize, role, is_active: isActive, search },
        schema: adminUsersSchema,
        signal,
      }),
    user: (id: string, signal?: AbortSignal) =>
      fetchData({ path: fillPath(ADMIN.user, id), schema: adminUserResponseSchema, signal }),
    setRole: (id: string, role: GrantedRole) =>
      mutate({ method: 'PATCH', path: fillPath(ADMIN.userRole, id), body: { role } }),
    setActive: (id: string, isActive: boolean) =>
      mutate({ method: 'PATCH', path: fillPath(ADMIN.userStatus, id), body: { is_active: isActive } }),
    deleteUser: (id: string, reason: string | undefined) =>
      mutate({ method: 'DELETE', path: fillPath(ADMIN.user, id), body: { reason } }),

    invitations: async ({ status }: InvitationFilter, signal?: AbortSignal): Promise<Result<Invitations>> => {
      const result = await call({
        path: ADMIN.invitations,
        query: { status },
        schema: invitationsResponseSchema,
        signal,
      })
      return mapResult(
        result,
        ({ data: list, counts }) => ({ list, counts: counts ?? countByStatus(list), status }),
        errorMessage,
      )
    },
    invite: (invitation: CreateInvitation) =>
      fetchData({ method: 'POST', path: ADMIN.invitations, body: invitation, schema: createdInvitationSchema }),
    revokeInvitation: (code: string) => mutate({ method: 'POST', path: fillPath(ADMIN.revokeInvitation, code) }),

    sessions: ({ isActive, search }: SessionFilter, signal?: AbortSignal) =>
      fetchData({ path: ADMIN.sessions, query: { is_active: isActive, search }, schema: adminSessionsSchema, signal }),
    userSessions: (id: string, signal?: AbortSignal) =>
      fetchData({ path: fillPath(ADMIN.userSessions, id), schema: adminSessionsSchema, signal }),
    revokeSession: (id: string) => mutate({ method: 'DELETE', path: fillPath(ADMIN.session, id) }),
    forceLogout: (userId: string) =>
      fetchData({ method: 'DELETE', path: fillPath(ADMIN.userSessions, userId), schema: sessionsRevokedSchema }),
    cleanUpSessions: () => fetchData({ method: 'DELETE', path: ADMIN.cleanupSessions, schema: sessionsDeletedSchema }),

    attempts: ({ ip, email, success, hours, alert }: AttemptFilter, signal?: AbortSignal) =>
      fetchData({
        path: ADMIN.loginAttempts,
        query: { ip_address: ip, email, success, hours_back: hours, alert_id: alert },
        schema: loginAttemptsSchema,
        signal,
      }),
    audit: ({ user, action, hours, alert }: AuditFilter, signal?: AbortSignal) =>
      fetchData({
        path: ADMIN.auditLog,
        query: { user_id: user, action, hours_back: hours, alert_id: alert },
        schema: auditLogSchema,
        signal,
      }),
    alerts: (_: null, signal?: AbortSignal) =>
      fetchData({ path: ADMIN.securityAlerts, schema: securityAlertsSchema, signal }),
    resolveAlert: (id: string) => mutate({ method: 'POST', path: fillPath(ADMIN.resolveAlert, id) }),
  }
}

export type AdminApi = ReturnType<typeof createAdminApi>
