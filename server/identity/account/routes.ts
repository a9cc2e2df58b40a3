import { emptyResponseSchema, ownSessionsSchema, passwordChangeSchema, sessionsRevokedSchema } from '#contract/admin.ts'
import { ownSignInsSchema, profileChangeSchema } from '#contract/account.ts'
import { IDENTITY } from '#contract/paths.ts'
import type { Service } from '#server/http/app.ts'
import { principalOf } from '#server/http/guard.ts'
import { idParams } from '../admin/queries.ts'
import { endOtherSessions, listSessions, revokeSession } from '../admin/sessions.ts'
import { actorOf } from '../request-context.ts'
import type { RefreshCookie } from '../refresh-cookie.ts'
import { responseSchemas, successBody } from '../responses.ts'
import type { SessionEnded } from '../sessions.ts'
import { rename } from '../users.ts'
import { listSignIns } from './sign-ins.ts'
import { changePassword, type PasswordChangeDeps } from './password.ts'

export interface AccountRoutesDeps extends PasswordChangeDeps {
  readonly publish: (ended: SessionEnded) => void
  /** Called with a session whose tokens were renewed. */
  readonly renewed: (sessionId: string) => void
  readonly cookie: RefreshCookie
}

/** Routes of the user's own account: name, sessions, sign-ins and password. */
export const accountRoutes =
  (deps: AccountRoutesDeps): Service =>
  async (app) => {
    const { database, now, publish, cookie } = deps

    app.patch(
      IDENTITY.me,
      { schema: { body: profileChangeSchema, response: responseSchemas(emptyResponseSchema) } },
      async (request) => {
        await rename(database, request.body.username, actorOf(request, now()))
        return successBody({})
      },
    )

    app.get(IDENTITY.ownSessions, { schema: { response: responseSchemas(ownSessionsSchema) } }, async (request) => {
      const { userId, sessionId: currentId } = principalOf(request)
      const { sessions } = await listSessions(database.db, { userId, isActive: true, currentId }, now())
      return successBody({ sessions })
    })

    app.get(IDENTITY.ownSignIns, { schema: { response: responseSchemas(ownSignInsSchema) } }, async (request) =>
      successBody({ attempts: await listSignIns(database.db, principalOf(request).email) }),
    )

    app.delete(
      IDENTITY.ownSessions,
      { schema: { response: responseSchemas(sessionsRevokedSchema) } },
      async (request) => {
        const ended = await endOtherSessions(database, principalOf(request), actorOf(request, now()))
        ended.forEach(publish)
        return successBody({ sessions_revoked: ended.length })
      },
    )

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
      async (request, reply) => {
        const { current_password: current, new_password: next } = request.body
        const change = { current, next, ipAddress: request.ip }
        const { ended, renewed } = await changePassword(deps, principalOf(request), change)
        ended.forEach(publish)
        deps.renewed(principalOf(request).sessionId)
        cookie.write(reply, renewed.token, renewed)
        return successBody({ sessions_revoked: ended.length })
      },
    )
  }
