import * as z from 'zod/mini'
import {
  adminSessionsSchema,
  emptyResponseSchema,
  sessionsDeletedSchema,
  sessionsRevokedSchema,
} from '#contract/admin.ts'
import { ADMIN, exportPath } from '#contract/paths.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { principalOf } from '#server/http/guard.ts'
import { actorOf } from '../request-context.ts'
import { responseSchemas, successBody } from '../responses.ts'
import type { AdminDeps } from './deps.ts'
import { exportQuery, exportResponse, sendExport } from './export.ts'
import { pagingQuery } from './paging.ts'
import { flag, idParams, searchText, uuid } from './queries.ts'
import {
  cleanUpSessions,
  forceLogout,
  listSessions,
  revokeSession,
  sessionsExport,
  type SessionFilter,
} from './sessions.ts'
import { findUser } from './users.ts'

const filterQuery = z.object({
  user_id: z.optional(uuid),
  is_active: z.optional(flag),
  is_revoked: z.optional(flag),
  search: z.optional(searchText),
})
const listQuery = z.extend(filterQuery, pagingQuery('sessions'))

const toFilter = (query: z.infer<typeof filterQuery>): SessionFilter => ({
  userId: query.user_id,
  isActive: query.is_active,
  isRevoked: query.is_revoked,
  search: query.search,
})

/** Admin routes for the sessions of all users. */
export const sessionRoutes =
  ({ database, now, publish }: AdminDeps): Service =>
  async (app) => {
    const { db } = database

    app.get(
      ADMIN.sessions,
      { schema: { querystring: listQuery, response: responseSchemas(adminSessionsSchema) } },
      async (request) => {
        const { page, page_size: pageSize, sort, ...filter } = request.query
        const { sessionId: currentId } = principalOf(request)
        return successBody(await listSessions(db, { ...toFilter(filter), currentId }, now(), { page, pageSize, sort }))
      },
    )

    app.get(
      exportPath('sessions'),
      { schema: { querystring: z.extend(filterQuery, exportQuery), response: exportResponse } },
      async (request, reply) => {
        const source = sessionsExport(db, toFilter(request.query), now())
        return sendExport({ database, now }, request, reply, request.query.format, source)
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
        const { ended, counts } = await forceLogout(database, request.params.id, actorOf(request, now()))
        ended.forEach(publish)
        return successBody({ sessions_revoked: counts.sessions_ended })
      },
    )

    app.delete(
      ADMIN.cleanupSessions,
      { schema: { response: responseSchemas(sessionsDeletedSchema) } },
      async (request) => successBody({ deleted_count: await cleanUpSessions(database, actorOf(request, now())) }),
    )
  }
