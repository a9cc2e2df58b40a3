import * as z from 'zod/mini'
import { adminSessionsSchema, doneSchema, sessionsDeletedSchema, sessionsRevokedSchema } from '#contract/admin.ts'
import { ADMIN } from '#contract/paths.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { actOf } from '../origin.ts'
import { replies, wrapped } from '../reply.ts'
import type { AdminDeps } from './deps.ts'
import { flag, idParams, needle, uuid } from './queries.ts'
import { cleanUpSessions, forceLogout, listSessions, revokeSession } from './sessions.ts'
import { findUser } from './users.ts'

const sessionsQuery = z.object({
  user_id: z.optional(uuid),
  is_active: z.optional(flag),
  search: z.optional(needle),
})

/** Sessions of everybody. */
export const sessionRoutes =
  ({ database, now, publish }: AdminDeps): Service =>
  async (app) => {
    const { db } = database

    app.get(
      ADMIN.sessions,
      { schema: { querystring: sessionsQuery, response: replies(adminSessionsSchema) } },
      async ({ query: { user_id: userId, is_active: isActive, search } }) =>
        wrapped(await listSessions(db, { userId, isActive, search }, now())),
    )

    app.get(
      ADMIN.userSessions,
      { schema: { params: idParams, response: replies(adminSessionsSchema) } },
      async ({ params: { id } }) => {
        if (!(await findUser(db, id))) throw new RequestError(404, 'User not found')
        return wrapped(await listSessions(db, { userId: id }, now()))
      },
    )

    app.delete(ADMIN.session, { schema: { params: idParams, response: replies(doneSchema) } }, async (request) => {
      const ended = await revokeSession(database, request.params.id, actOf(request, now()))
      if (ended) publish(ended)
      return wrapped({})
    })

    app.delete(
      ADMIN.userSessions,
      { schema: { params: idParams, response: replies(sessionsRevokedSchema) } },
      async (request) => {
        const ended = await forceLogout(database, request.params.id, actOf(request, now()))
        ended.forEach(publish)
        return wrapped({ sessions_revoked: ended.length })
      },
    )

    app.delete(ADMIN.cleanupSessions, { schema: { response: replies(sessionsDeletedSchema) } }, async (request) =>
      wrapped({ deleted_count: await cleanUpSessions(database, actOf(request, now())) }),
    )
  }
