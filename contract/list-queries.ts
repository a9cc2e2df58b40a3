import * as z from 'zod/mini'
import { severitySchema } from './admin.ts'
import { exportFormatSchema } from './exports.ts'
import { invitationStatusSchema } from './invitations.ts'
import { ADMIN_AREA } from './limits.ts'
import { integerString } from './numeric-strings.ts'
import { roleSchema } from './roles.ts'
import { SORT_COLUMNS, sortsOf, type ListName, type Sort, type SortColumn } from './sorting.ts'

/** The logs cover 90 days. */
const MAX_HOURS = 2_160
const MAX_PAGE = 1_000_000

export const uuid = z.uuid('must be a UUID')
const flag = z.pipe(
  z.enum(['true', 'false'], 'must be true or false'),
  z.transform((text) => text === 'true'),
)
/** Matches parts; an empty one matches everything. */
const search = z.optional(z.string().check(z.maxLength(ADMIN_AREA.maxEmail)))
const hoursBack = z._default(integerString(1, MAX_HOURS), ADMIN_AREA.hoursBackDefault)

// What the lists of the admin area, and what is exported of them, can be narrowed to.

export const userFilterSchema = z.object({
  role: z.optional(roleSchema),
  is_active: z.optional(flag),
  /** Whether they have a second factor. */
  has_factor: z.optional(flag),
  search,
})
export type UserFilter = z.output<typeof userFilterSchema>
export const invitationFilterSchema = z.object({ status: z.optional(invitationStatusSchema), search })
export type InvitationFilter = z.output<typeof invitationFilterSchema>
export const sessionFilterSchema = z.object({
  user_id: z.optional(uuid),
  is_active: z.optional(flag),
  is_revoked: z.optional(flag),
  search,
})
export type SessionFilter = z.output<typeof sessionFilterSchema>
export const attemptFilterSchema = z.object({
  ip_address: search,
  email: search,
  success: z.optional(flag),
  hours_back: hoursBack,
  /** Only the rows behind this alert, regardless of age. */
  alert_id: z.optional(uuid),
})
export type AttemptFilter = z.output<typeof attemptFilterSchema>
export const auditFilterSchema = z.object({
  /** The actor. */
  user_id: z.optional(uuid),
  /** Of the actor or of the affected user. */
  email: search,
  action: search,
  hours_back: hoursBack,
  alert_id: z.optional(uuid),
})
export type AuditFilter = z.output<typeof auditFilterSchema>
export const alertFilterSchema = z.object({
  severity: z.optional(severitySchema),
  resolved: z.optional(flag),
  search,
})
export type AlertFilter = z.output<typeof alertFilterSchema>

/** What a list, and what is exported of it, can be narrowed to. */
export interface ListFilters {
  readonly users: UserFilter
  readonly invitations: InvitationFilter
  readonly sessions: SessionFilter
  readonly attempts: AttemptFilter
  readonly audit: AuditFilter
  readonly alerts: AlertFilter
}

/** Which rows of a list, in which order. */
export interface Paging<List extends ListName> {
  /** From 1; without it the first 1,000 rows are returned. */
  readonly page?: number | undefined
  readonly page_size?: number | undefined
  /** Without it, the order of the list itself. */
  readonly sort?: Sort<SortColumn<List>> | undefined
}
export type ListQuery<List extends ListName> = ListFilters[List] & Paging<List>

/** The query of a list: its filter, the order, and a page, without which the first rows are returned. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the inferred result names the columns of the list
export const listOf = <List extends ListName, Shape extends z.core.$ZodLooseShape>(
  list: List,
  filter: z.ZodMiniObject<Shape>,
) =>
  z.extend(filter, {
    page: z.optional(integerString(1, MAX_PAGE)),
    page_size: z._default(integerString(1, ADMIN_AREA.maxRowsPerPage), ADMIN_AREA.rowsPerPage),
    sort: z.optional(z.enum(sortsOf<SortColumn<List>>(SORT_COLUMNS[list]), 'must name a column of the list')),
  })
/** Users are always returned in pages. */
export const userListQuery = z.extend(listOf('users', userFilterSchema), {
  page: z._default(integerString(1, MAX_PAGE), 1),
  page_size: z._default(integerString(1, ADMIN_AREA.maxUsersPerPage), ADMIN_AREA.usersPerPage),
})

/** The query of an export: the filter of the list, and the format. */
export const exportOf = <Shape extends z.core.$ZodLooseShape>(filter: z.ZodMiniObject<Shape>) =>
  z.extend(filter, { format: exportFormatSchema })
