import { ADMIN, DEFAULT_BASES, exportPath } from '#contract/paths.ts'
import type { Operations } from './operation.ts'

const { identity } = DEFAULT_BASES

/** How every list of the admin area is asked for. */
const PAGED = 'Give page for one page, and sort for another order: a column, descending with a leading minus.'
const EXPORTED = 'All that matches the filter, newest first, up to 100,000 rows. The audit log says who exported what.'

/** With `format=csv`; `format=json` returns the same rows as JSON. */
const EXPORT = {
  type: 'text/csv',
  example: 'id,email,created_at\r\n6f2d1c3a,ada@example.org,2026-01-05T08:00:00.000Z\r\n',
}

export const ADMIN_OPERATIONS: Operations = {
  [`GET ${identity}${ADMIN.users}`]: { summary: 'List the users', detail: PAGED },
  [`GET ${identity}${ADMIN.user}`]: { summary: 'Read a user' },
  [`PATCH ${identity}${ADMIN.userRole}`]: {
    summary: "Change a user's role",
    detail: 'Ends their sessions, so that the new role applies at once.',
    body: { role: 'Trader' },
  },
  [`PATCH ${identity}${ADMIN.userStatus}`]: {
    summary: 'Activate or deactivate a user',
    detail: 'Deactivating ends their sessions. The last active administrator cannot be deactivated.',
    body: { is_active: false },
  },
  [`DELETE ${identity}${ADMIN.user}`]: {
    summary: 'Delete a user',
    detail: 'Not possible for yourself or the last active administrator.',
    body: { reason: 'Left the company' },
  },
  [`GET ${identity}${ADMIN.userSessions}`]: { summary: "List a user's sessions" },
  [`DELETE ${identity}${ADMIN.userSessions}`]: { summary: "End all of a user's sessions" },
  [`DELETE ${identity}${ADMIN.userFactors}`]: {
    summary: "Reset a user's second factors",
    detail: 'For a user who lost them: removes factors and recovery codes, and ends all sessions. Not for yourself.',
  },
  [`POST ${identity}${ADMIN.invitations}`]: {
    summary: 'Create an invitation',
    detail: 'Returns its code once. Sends it by e-mail if a mail server is set.',
    body: { email: 'newcomer@pairbot.example', role: 'Trader' },
  },
  [`GET ${identity}${ADMIN.invitations}`]: { summary: 'List the invitations', detail: PAGED },
  [`POST ${identity}${ADMIN.revokeInvitation}`]: { summary: 'Revoke an invitation' },
  [`POST ${identity}${ADMIN.resendInvitation}`]: {
    summary: 'Send an invitation again',
    detail: 'Its code is then valid for 7 more days.',
  },
  [`GET ${identity}${ADMIN.sessions}`]: { summary: 'List all sessions', detail: PAGED },
  [`DELETE ${identity}${ADMIN.session}`]: { summary: 'End a session' },
  [`DELETE ${identity}${ADMIN.cleanupSessions}`]: { summary: 'Delete expired sessions' },
  [`GET ${identity}${ADMIN.loginAttempts}`]: { summary: 'List login attempts', detail: `Newest first. ${PAGED}` },
  [`GET ${identity}${ADMIN.auditLog}`]: {
    summary: 'Read the audit log',
    detail: `Newest first. It cannot be changed. ${PAGED}`,
  },
  [`GET ${identity}${ADMIN.securityAlerts}`]: { summary: 'List security alerts', detail: PAGED },
  [`GET ${identity}${exportPath('users')}`]: { summary: 'Export the users', detail: EXPORTED, returns: EXPORT },
  [`GET ${identity}${exportPath('invitations')}`]: {
    summary: 'Export the invitations',
    detail: `${EXPORTED} Without the codes.`,
    returns: EXPORT,
  },
  [`GET ${identity}${exportPath('sessions')}`]: { summary: 'Export the sessions', detail: EXPORTED, returns: EXPORT },
  [`GET ${identity}${exportPath('attempts')}`]: {
    summary: 'Export the login attempts',
    detail: EXPORTED,
    returns: EXPORT,
  },
  [`GET ${identity}${exportPath('audit')}`]: { summary: 'Export the audit log', detail: EXPORTED, returns: EXPORT },
  [`GET ${identity}${exportPath('alerts')}`]: {
    summary: 'Export the security alerts',
    detail: EXPORTED,
    returns: EXPORT,
  },
  [`POST ${identity}${ADMIN.resolveAlert}`]: { summary: 'Resolve a security alert' },
  [`POST ${identity}${ADMIN.faultInjection}`]: {
    summary: 'Inject a fault into your own session',
    detail: 'Nobody else is affected, and it ends by itself.',
    body: { kind: 'delay-feed', seconds: 30, delay_ms: 500 },
  },
  [`GET ${identity}${ADMIN.faultInjection}`]: { summary: 'Read which fault is active in your session' },
  [`DELETE ${identity}${ADMIN.faultInjection}`]: { summary: 'End the active fault' },
  [`POST ${identity}${ADMIN.userPasswordReset}`]: {
    summary: 'Make a link with which a user resets the password',
    detail:
      'Good for 30 minutes and one use. The secret is returned once; the link is /reset-password# and the secret.',
  },
}
