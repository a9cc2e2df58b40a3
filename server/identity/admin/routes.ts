import type { FastifyRequest } from 'fastify'
import * as ADMINISTRATION from '#contract/endpoints/administration.ts'
import type { Fault } from '#contract/fault-injection.ts'
import { emailProblem, type CreatedInvitation, type Invitation } from '#contract/invitations.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { bearerOf, principalOf } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { alertsExport, listAlerts, resolveAlert } from '../alerts/alerts.ts'
import { writeAudit, type AuditAction } from '../audit/audit.ts'
import { resetFactors, resetEmail } from '../factors/reset.ts'
import type { FaultInjectionService } from '../fault-injection/fault-injection.ts'
import type { InvitationCodes } from '../invitations/invitations.ts'
import { invitationsExport, listInvitations } from '../invitations/invitation-list.ts'
import { invite, renewInvitation, revokeInvitation } from '../invitations/invitations.ts'
import type { Mailer } from '../invitations/mailer.ts'
import type { SendMail } from '../invitations/smtp.ts'
import { createLinkFor } from '../password-reset/links.ts'
import { actorOf } from '../context.ts'
import { successBody } from '../responses.ts'
import { normalizeEmail } from '../users.ts'
import { attemptsExport, listAttempts, createLogCounts } from './attempts.ts'
import { auditExport, listAudit } from './audit-log.ts'
import { readOverview, type SeenElsewhere } from './overview.ts'
import type { AdminDeps } from './queries.ts'
import { sendExport } from './export.ts'
import { cleanUpSessions, forceLogout, listSessions, revokeSession, sessionsExport } from './sessions.ts'
import { changeRole, changeStatus, deleteUser } from './user-actions.ts'
import { findUser, listUsers, usersExport } from './users.ts'

export interface AdminRoutesDeps extends AdminDeps {
  readonly codes: InvitationCodes
  /** Absent without a mail server: codes are then shared manually. */
  readonly mailer: Mailer | undefined
  /** Without it users are not written to. */
  readonly sendMail: SendMail | undefined
  readonly publicUrl: URL | undefined
  readonly faultInjection: FaultInjectionService
  readonly seenElsewhere: () => Promise<SeenElsewhere>
}

/** Sends the invitation if there is a mail server, and says what came of it. */
async function sendInvitation(mailer: Mailer | undefined, invitation: Invitation): Promise<CreatedInvitation> {
  const { email: to, role, code, expires_at: expiresAt } = invitation
  const isSent = (await mailer?.({ to, role, code, expiresAt: Date.parse(expiresAt) })) ?? false
  return { invitation, email_sent: isSent, email_tried: mailer !== undefined }
}

/** Routes for Admins: users, invitations, sessions, logs, alerts, and faults in the own session. */
export const adminRoutes =
  (deps: AdminRoutesDeps): Service =>
  async (app) => {
    const { database, now, publish, codes, mailer, faultInjection } = deps
    const { db } = database
    const counts = { attempts: createLogCounts(now), audit: createLogCounts(now) }

    const auditFault = (request: FastifyRequest, action: AuditAction, fault: Fault) => {
      const { actorId: userId, ipAddress, now: at } = actorOf(request, now())
      const details = { session: principalOf(request).sessionId, ...fault }
      return database.transaction((tx) => writeAudit(tx, { action, userId, ipAddress, details, at }))
    }

    serve(app, ADMINISTRATION, {
      overview: async () => successBody(await readOverview(db, now(), await deps.seenElsewhere())),

      users: async ({ query }) => successBody(await listUsers(db, query)),
      exportUsers: (request, reply) => sendExport(deps, request, reply, usersExport(db, request.query)),

      async user({ params: { id } }) {
        const user = await findUser(db, id)
        if (!user) throw new RequestError(404, 'User not found')
        return successBody({ user })
      },

      async setRole(request) {
        const { user, ended } = await changeRole(deps, request.params.id, request.body.role, actorOf(request, now()))
        ended.forEach(publish)
        return successBody({ user })
      },

      async setStatus(request) {
        const { is_active: isActive } = request.body
        const { user, ended } = await changeStatus(deps, request.params.id, isActive, actorOf(request, now()))
        ended.forEach(publish)
        return successBody({ user })
      },

      async deleteUser(request) {
        const reason = request.body?.reason?.trim() || undefined
        const { ended } = await deleteUser(deps, request.params.id, reason, actorOf(request, now()))
        ended.forEach(publish)
        return successBody({})
      },

      async createResetLink(request) {
        const { token, expiresAt } = await createLinkFor(database, request.params.id, actorOf(request, now()))
        return successBody({ token, expires_at: new Date(expiresAt).toISOString() })
      },

      async resetFactors(request) {
        const { email, ended } = await resetFactors(deps, request.params.id, actorOf(request, now()))
        ended.forEach(publish)
        // The administrator does not wait for the mail server.
        void deps.sendMail?.(email, resetEmail(deps.publicUrl))
        return successBody({})
      },

      invitations: async ({ query }) => ({ success: true, ...(await listInvitations(db, codes, query, now())) }),
      exportInvitations: (request, reply) =>
        sendExport(deps, request, reply, invitationsExport(db, request.query, now())),

      async invite(request) {
        const problem = emailProblem(request.body.email)
        if (problem) throw new RequestError(400, problem)
        const { role } = request.body
        const email = normalizeEmail(request.body.email)
        const invitation = await invite(database, codes, { email, role }, actorOf(request, now()))
        return successBody(await sendInvitation(mailer, invitation))
      },

      async revokeInvitation(request) {
        await revokeInvitation(database, request.params.code, actorOf(request, now()))
        return successBody({})
      },

      async resendInvitation(request) {
        const invitation = await renewInvitation(database, codes, request.params.code, actorOf(request, now()))
        return successBody(await sendInvitation(mailer, invitation))
      },

      sessions: async (request) =>
        successBody(await listSessions(db, request.query, principalOf(request).sessionId, now())),
      exportSessions: (request, reply) => sendExport(deps, request, reply, sessionsExport(db, request.query, now())),

      async endSession(request) {
        const ended = await revokeSession(database, request.params.id, actorOf(request, now()))
        if (ended) publish(ended)
        return successBody({})
      },

      cleanUpSessions: async (request) =>
        successBody({ deleted_count: await cleanUpSessions(database, actorOf(request, now())) }),

      async userSessions(request) {
        const { id } = request.params
        if (!(await findUser(db, id))) throw new RequestError(404, 'User not found')
        return successBody(await listSessions(db, { user_id: id }, principalOf(request).sessionId, now()))
      },

      async endUserSessions(request) {
        const { ended, counts: counted } = await forceLogout(database, request.params.id, actorOf(request, now()))
        ended.forEach(publish)
        return successBody({ sessions_revoked: counted.sessions_ended })
      },

      attempts: async ({ query }) => successBody(await listAttempts(db, query, counts.attempts, now())),
      exportAttempts: (request, reply) => sendExport(deps, request, reply, attemptsExport(db, request.query, now())),
      audit: async ({ query }) => successBody(await listAudit(db, query, counts.audit, now())),
      exportAudit: (request, reply) => sendExport(deps, request, reply, auditExport(db, request.query, now())),

      alerts: async ({ query }) => successBody(await listAlerts(db, query)),
      exportAlerts: (request, reply) => sendExport(deps, request, reply, alertsExport(db, request.query)),
      resolveAlert: async (request) =>
        successBody({ alert: await resolveAlert(database, request.params.id, actorOf(request, now())) }),

      async injectFault(request) {
        const { sessionId } = principalOf(request)
        const injection = faultInjection.start({ sessionId, token: bearerOf(request) }, request.body)
        if (!injection) throw new RequestError(409, 'A fault is already active in this session')
        try {
          await auditFault(request, 'drill.started', request.body)
        } catch (error) {
          faultInjection.stop(sessionId)
          throw error
        }
        return successBody({ injection })
      },

      fault: (request) => successBody({ injection: faultInjection.current(principalOf(request).sessionId) ?? null }),

      async endFault(request) {
        const injection = faultInjection.stop(principalOf(request).sessionId)
        if (injection) await auditFault(request, 'drill.stopped', injection.fault)
        return successBody({ injection: injection ?? null })
      },
    })
  }
