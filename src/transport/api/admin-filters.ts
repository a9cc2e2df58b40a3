import type { Severity } from '#contract/admin.ts'
import type { InvitationStatus } from '#contract/invitations.ts'
import type { Role } from '#contract/roles.ts'
import type { ListName } from '#contract/sorting.ts'
import type { HttpRequest } from '../http/http.ts'

/** What a list of the admin area can be narrowed to; texts match parts. */
export interface ListFilters {
  readonly users: {
    readonly role?: Role | undefined
    readonly isActive?: boolean | undefined
    readonly search?: string | undefined
  }
  readonly invitations: {
    readonly status?: InvitationStatus | undefined
    readonly search?: string | undefined
  }
  readonly sessions: {
    readonly isActive?: boolean | undefined
    readonly isRevoked?: boolean | undefined
    readonly search?: string | undefined
  }
  readonly attempts: {
    readonly ip?: string | undefined
    readonly email?: string | undefined
    readonly success?: boolean | undefined
    readonly hours: number
    /** Only the rows behind this alert, regardless of age. */
    readonly alert?: string | undefined
  }
  readonly audit: {
    /** Id of the actor. */
    readonly user?: string | undefined
    /** E-mail of the actor or of the affected user. */
    readonly email?: string | undefined
    readonly action?: string | undefined
    readonly hours: number
    readonly alert?: string | undefined
  }
  readonly alerts: {
    readonly severity?: Severity | undefined
    readonly isResolved?: boolean | undefined
    readonly search?: string | undefined
  }
}

type Query = NonNullable<HttpRequest<unknown>['query']>

/** The filters as query parameters, for the list and its export alike. */
export const LIST_QUERIES: { readonly [List in ListName]: (filter: ListFilters[List]) => Query } = {
  users: ({ role, isActive, search }) => ({ role, is_active: isActive, search }),
  invitations: ({ status, search }) => ({ status, search }),
  sessions: ({ isActive, isRevoked, search }) => ({ is_active: isActive, is_revoked: isRevoked, search }),
  attempts: ({ ip, email, success, hours, alert }) => ({
    ip_address: ip,
    email,
    success,
    hours_back: hours,
    alert_id: alert,
  }),
  audit: ({ user, email, action, hours, alert }) => ({
    user_id: user,
    email,
    action,
    hours_back: hours,
    alert_id: alert,
  }),
  alerts: ({ severity, isResolved, search }) => ({ severity, resolved: isResolved, search }),
}
