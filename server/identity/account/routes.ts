import { emptyResponseSchema, ownSessionsSchema, passwordChangeSchema, sessionsRevokedSchema } from '#contract/admin.ts'
import { IDENTITY } from '#contract/paths.ts'
import type { Service } from '#server/http/app.ts'
import { principalOf } from '#server/http/guard.ts'
import { idParams } from '../admin/queries.ts'
import { listSessions, revokeSession } from '../admin/sessions.ts'
import { actorOf } from '../request-context.ts'
import { responseSchemas, successBody } from '../responses.ts'
import type { SessionEnded } from '../sessions.ts'
import { changePassword, type PasswordChangeDeps } from './password.ts'

export interface AccountRoutesDeps extends PasswordChangeDeps {
  readonly publish: (ended: SessionEnded) => void
}

/** Routes of the user's own account: sessions and password. */
export const accountRoutes =
  (deps: AccountRoutesDeps): Service =>
  async (app) => {
    const { database, now, publish } = deps

    app.get(IDENTITY.ownSessions, { schema: { response: responseSchemas(ownSessionsSchema) } }, async (request) => {
      const { userId, sessionId } = principalOf(request)
      const { sessions } = await listSessions(database.db, { userId, isActive: true }, now())
      return successBody({
        sessions: sessions.map((session) => ({ ...session, is_current: session.id === sessionId })),
      })
    })

    app.delete(
      IDENTITY.ownSession,
      { schema: { params: idParams, response: responseSchemas(emptyResponseSchema) } },
      async (request) => {
        const { userId } = principalOf(request)
        const ended = await revokeSession(database, request.params.id, actorOf(request, now()), userId)
        if (ended) publish(ended)
        return successBody({})
      },
    )

    app.post(
      IDENTITY.password,
      { schema: { body: passwordChangeSchema, response: responseSchemas(sessionsRevokedSchema) } },
      async (request) => {
        const { current_password: current, new_password: next } = request.body
        const ended = await changePassword(deps, principalOf(request), { current, next, ipAddress: request.ip })
        ended.forEach(publish)
        return successBody({ sessions_revoked: ended.length })
      },
    )
  }
