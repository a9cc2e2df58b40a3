import * as z from 'zod/mini'
import {
  adminOverviewSchema,
  adminSessionsSchema,
  adminUserResponseSchema,
  adminUsersSchema,
  auditLogSchema,
  deletionSchema,
  loginAttemptsSchema,
  roleChangeSchema,
  securityAlertResponseSchema,
  securityAlertsSchema,
  sessionsDeletedSchema,
  sessionsRevokedSchema,
  statusChangeSchema,
} from '../admin.ts'
import { doneSchema, successOf } from '../auth.ts'
import { currentFaultInjectionSchema, faultInjectionResponseSchema, faultSchema } from '../fault-injection.ts'
import { createdInvitationSchema, createInvitationSchema, invitationsResponseSchema } from '../invitations.ts'
import {
  alertFilterSchema,
  attemptFilterSchema,
  auditFilterSchema,
  exportOf,
  invitationFilterSchema,
  listOf,
  sessionFilterSchema,
  userFilterSchema,
  userListQuery,
  uuid,
} from '../list-queries.ts'
import { passwordResetLinkSchema } from '../password-reset.ts'
import type { Endpoint } from './endpoint.ts'

const PROVEN = { access: 'Admin', recentProof: true } as const
const params = z.object({ id: uuid })
const invitationParams = z.object({ code: z.string().check(z.minLength(1), z.maxLength(128)) })

const OWN_ACCOUNT = { 409: 'It is your own account.' }
const NOT_PENDING = { 409: 'The invitation is not pending any more.' }
/** How every list is asked for. */
const PAGED = 'Give page for one page, and sort for another order: a column, descending with a leading minus.'
/** With `format=csv`; `format=json` returns the same rows as JSON. */
const EXPORT = {
  access: 'Admin',
  returns: {
    type: 'text/csv',
    example: 'id,email,created_at\r\n6f2d1c3a,ada@example.org,2026-01-05T08:00:00.000Z\r\n',
  },
  detail: 'All that matches the filter, newest first, up to 100,000 rows. The audit log says who exported what.',
} as const

export const overview = {
  method: 'GET',
  path: '/admin/overview',
  access: 'Admin',
  response: successOf(adminOverviewSchema),
  summary: 'Read what to look after',
  detail:
    'Open alerts, accounts without a second factor, failed sign-ins by hour, failed jobs, and the age of the backup.',
} satisfies Endpoint

// Users.

export const users = {
  method: 'GET',
  path: '/admin/users',
  access: 'Admin',
  query: userListQuery,
  response: successOf(adminUsersSchema),
  summary: 'List the users',
  detail: PAGED,
} satisfies Endpoint

export const exportUsers = {
  method: 'GET',
  ...EXPORT,
  path: '/admin/users/export',
  query: exportOf(userFilterSchema),
  summary: 'Export the users',
} satisfies Endpoint

export const user = {
  method: 'GET',
  path: '/admin/users/:id',
  access: 'Admin',
  params,
  response: successOf(adminUserResponseSchema),
  summary: 'Read a user',
} satisfies Endpoint

export const setRole = {
  method: 'PATCH',
  path: '/admin/users/:id/role',
  ...PROVEN,
  params,
  body: roleChangeSchema,
  example: { role: 'Trader' },
  response: successOf(adminUserResponseSchema),
  failures: OWN_ACCOUNT,
  summary: "Change a user's role",
  detail: 'Ends their sessions, so that the new role applies at once.',
} satisfies Endpoint

export const setStatus = {
  method: 'PATCH',
  path: '/admin/users/:id/status',
  ...PROVEN,
  params,
  body: statusChangeSchema,
  example: { is_active: false },
  response: successOf(adminUserResponseSchema),
  failures: OWN_ACCOUNT,
  summary: 'Activate or deactivate a user',
  detail: 'Deactivating ends their sessions. The last active administrator cannot be deactivated.',
} satisfies Endpoint

export const deleteUser = {
  method: 'DELETE',
  path: '/admin/users/:id',
  ...PROVEN,
  params,
  body: deletionSchema,
  example: { reason: 'Left the company' },
  response: doneSchema,
  failures: OWN_ACCOUNT,
  summary: 'Delete a user',
  detail: 'Not possible for yourself or the last active administrator.',
} satisfies Endpoint

export const createResetLink = {
  method: 'POST',
  path: '/admin/users/:id/password-reset',
  ...PROVEN,
  params,
  response: successOf(passwordResetLinkSchema),
  summary: 'Make a link with which a user resets the password',
  detail: 'Good for 30 minutes and one use. The secret is returned once; the link is /reset-password# and the secret.',
} satisfies Endpoint

export const resetFactors = {
  method: 'DELETE',
  path: '/admin/users/:id/factors',
  ...PROVEN,
  params,
  response: doneSchema,
  summary: "Reset a user's second factors",
  detail: 'For a user who lost them: removes factors and recovery codes, and ends all sessions. Not for yourself.',
} satisfies Endpoint

// Invitations.

export const invitations = {
  method: 'GET',
  path: '/admin/invitations',
  access: 'Admin',
  query: listOf('invitations', invitationFilterSchema),
  response: invitationsResponseSchema,
  summary: 'List the invitations',
  detail: PAGED,
} satisfies Endpoint

export const exportInvitations = {
  method: 'GET',
  ...EXPORT,
  path: '/admin/invitations/export',
  query: exportOf(invitationFilterSchema),
  summary: 'Export the invitations',
  detail: `${EXPORT.detail} Without the codes.`,
} satisfies Endpoint

export const invite = {
  method: 'POST',
  path: '/admin/invitations',
  ...PROVEN,
  body: createInvitationSchema,
  example: { email: 'newcomer@pairbot.example', role: 'Trader' },
  response: successOf(createdInvitationSchema),
  failures: { 409: 'There is a user or a pending invitation with this e-mail address already.' },
  summary: 'Create an invitation',
  detail: 'Returns its code once. Sends it by e-mail if a mail server is set.',
} satisfies Endpoint

export const revokeInvitation = {
  method: 'POST',
  path: '/admin/invitations/:code/revoke',
  access: 'Admin',
  params: invitationParams,
  response: doneSchema,
  failures: NOT_PENDING,
  summary: 'Revoke an invitation',
} satisfies Endpoint

export const resendInvitation = {
  method: 'POST',
  path: '/admin/invitations/:code/resend',
  access: 'Admin',
  params: invitationParams,
  response: successOf(createdInvitationSchema),
  failures: NOT_PENDING,
  summary: 'Send an invitation again',
  detail: 'Its code is then valid for 7 more days.',
} satisfies Endpoint

// Sessions.

export const sessions = {
  method: 'GET',
  path: '/admin/sessions',
  access: 'Admin',
  query: listOf('sessions', sessionFilterSchema),
  response: successOf(adminSessionsSchema),
  summary: 'List all sessions',
  detail: PAGED,
} satisfies Endpoint

export const exportSessions = {
  method: 'GET',
  ...EXPORT,
  path: '/admin/sessions/export',
  query: exportOf(sessionFilterSchema),
  summary: 'Export the sessions',
} satisfies Endpoint

export const endSession = {
  method: 'DELETE',
  path: '/admin/sessions/:id',
  ...PROVEN,
  params,
  response: doneSchema,
  summary: 'End a session',
} satisfies Endpoint

export const cleanUpSessions = {
  method: 'DELETE',
  path: '/admin/sessions/cleanup',
  access: 'Admin',
  response: successOf(sessionsDeletedSchema),
  summary: 'Delete expired sessions',
} satisfies Endpoint

export const userSessions = {
  method: 'GET',
  path: '/admin/users/:id/sessions',
  access: 'Admin',
  params,
  response: successOf(adminSessionsSchema),
  summary: "List a user's sessions",
} satisfies Endpoint

export const endUserSessions = {
  method: 'DELETE',
  path: '/admin/users/:id/sessions',
  ...PROVEN,
  params,
  response: successOf(sessionsRevokedSchema),
  summary: "End all of a user's sessions",
} satisfies Endpoint

// Logs and alerts.

export const attempts = {
  method: 'GET',
  path: '/admin/login-attempts',
  access: 'Admin',
  query: listOf('attempts', attemptFilterSchema),
  response: successOf(loginAttemptsSchema),
  summary: 'List login attempts',
  detail: `Newest first. ${PAGED}`,
} satisfies Endpoint

export const exportAttempts = {
  method: 'GET',
  ...EXPORT,
  path: '/admin/login-attempts/export',
  query: exportOf(attemptFilterSchema),
  summary: 'Export the login attempts',
} satisfies Endpoint

export const audit = {
  method: 'GET',
  path: '/admin/audit-log',
  access: 'Admin',
  query: listOf('audit', auditFilterSchema),
  response: successOf(auditLogSchema),
  summary: 'Read the audit log',
  detail: `Newest first. It cannot be changed. ${PAGED}`,
} satisfies Endpoint

export const exportAudit = {
  method: 'GET',
  ...EXPORT,
  path: '/admin/audit-log/export',
  query: exportOf(auditFilterSchema),
  summary: 'Export the audit log',
} satisfies Endpoint

export const alerts = {
  method: 'GET',
  path: '/admin/security-alerts',
  access: 'Admin',
  query: listOf('alerts', alertFilterSchema),
  response: successOf(securityAlertsSchema),
  summary: 'List security alerts',
  detail: PAGED,
} satisfies Endpoint

export const exportAlerts = {
  method: 'GET',
  ...EXPORT,
  path: '/admin/security-alerts/export',
  query: exportOf(alertFilterSchema),
  summary: 'Export the security alerts',
} satisfies Endpoint

export const resolveAlert = {
  method: 'POST',
  path: '/admin/security-alerts/:id/resolve',
  access: 'Admin',
  params,
  response: successOf(securityAlertResponseSchema),
  summary: 'Resolve a security alert',
} satisfies Endpoint

// Faults.

export const injectFault = {
  method: 'POST',
  path: '/admin/fault-injection',
  access: 'Admin',
  body: faultSchema,
  example: { kind: 'delay-feed', seconds: 30, delay_ms: 500 },
  status: 201,
  response: successOf(faultInjectionResponseSchema),
  failures: { 409: 'A fault is active in this session already.' },
  summary: 'Inject a fault into your own session',
  detail: 'Nobody else is affected, and it ends by itself.',
} satisfies Endpoint

export const fault = {
  method: 'GET',
  path: '/admin/fault-injection',
  access: 'Admin',
  response: successOf(currentFaultInjectionSchema),
  summary: 'Read which fault is active in your session',
} satisfies Endpoint

export const endFault = {
  method: 'DELETE',
  path: '/admin/fault-injection',
  access: 'Admin',
  response: successOf(currentFaultInjectionSchema),
  summary: 'End the active fault',
} satisfies Endpoint
