import * as z from 'zod/mini'
import {
  adminSessionsSchema,
  emptyResponseSchema,
  sessionsDeletedSchema,
  sessionsRevokedSchema,
} from '#contract/admin.ts'
import { ADMIN } from '#contract/paths.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { principalOf } from '#server/http/guard.ts'
import { actorOf } from '../request-context.ts'
import { responseSchemas, successBody } from '../responses.ts'
import type { AdminDeps } from './deps.ts'
import { flag, idParams, searchText, uuid } from './queries.ts'
import { cleanUpSessions, forceLogout, listSessions, revokeSession } from './sessions.ts'
import { findUser } from './users.ts'

const sessionsQuery = z.object({
  user_id: z.optional(uuid),
  is_active: z.optional(flag),
  search: z.optional(searchText),
})

/** Admin routes for the sessions of all users. */
export const sessionRoutes =
  ({ database, now, publish }: AdminDeps): Service =>
  async (app) => {
    const { db } = database

    app.get(
      ADMIN.sessions,
      { schema: { querystring: sessionsQuery, response: responseSchemas(adminSessionsSchema) } },
      async (request) => {
        const { user_id: userId, is_active: isActive, search } = request.query
        const { sessionId: currentId } = principalOf(request)
        return successBody(await listSessions(db, { userId, isActive, search, currentId }, now()))
      },
    )

    app.get(
      ADMIN.userSessions,
      { schema: { params: idParams, response: responseSchemas(adminSessionsSchema) } },
      async (request) => {
        const { id } = request.params
        if (!(await findUser(db, id))) throw new RequestError(404, 'User not found')
        const { sessionId: currentId } = principalOf(request)
        return successBody(await listSessions(db, { userId: id, currentId }, now()))
      },
    )

    app.delete(
      ADMIN.session,
      { schema: { params: idParams, response: responseSchemas(emptyResponseSchema) } },
      async (request) => {
        const ended = await revokeSession(database, request.params.id, actorOf(request, now()))
        if (ended) publish(ended)
        return successBody({})
      },
    )

    app.delete(
      ADMIN.userSessions,
      { schema: { params: idParams, response: responseSchemas(sessionsRevokedSchema) } },
      async (request) => {
        const ended = await forceLogout(database, request.params.id, actorOf(request, now()))
        ended.forEach(publish)
        return successBody({ sessions_revoked: ended.length })
      },
    )

    app.delete(
      ADMIN.cleanupSessions,
      { schema: { response: responseSchemas(sessionsDeletedSchema) } },
      async (request) => successBody({ deleted_count: await cleanUpSessions(database, actorOf(request, now())) }),
    )
  }
