import * as z from 'zod/mini'
import {
  adminUserResponseSchema,
  adminUsersSchema,
  deletionSchema,
  emptyResponseSchema,
  roleChangeSchema,
  statusChangeSchema,
} from '#contract/admin.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import { integerString } from '#contract/numeric-strings.ts'
import { ADMIN, exportPath } from '#contract/paths.ts'
import { roleSchema } from '#contract/roles.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { actorOf } from '../request-context.ts'
import { responseSchemas, successBody } from '../responses.ts'
import type { AdminDeps } from './deps.ts'
import { exportQuery, exportResponse, sendExport } from './export.ts'
import { pagingQuery } from './paging.ts'
import { flag, idParams, searchText } from './queries.ts'
import { resetEmail } from '../factors/reset-email.ts'
import { resetFactors } from '../factors/reset.ts'
import { changeRole, changeStatus, deleteUser } from './user-actions.ts'
import { findUser, listUsers, usersExport, type UserFilter } from './users.ts'

const filterQuery = z.object({
  role: z.optional(roleSchema),
  is_active: z.optional(flag),
  search: z.optional(searchText),
})
const listQuery = z.extend(filterQuery, {
  ...pagingQuery('users'),
  page: z._default(integerString(1, 1_000_000), 1),
  page_size: z._default(integerString(1, ADMIN_AREA.maxUsersPerPage), ADMIN_AREA.usersPerPage),
})

const toFilter = ({ role, is_active: isActive, search }: z.infer<typeof filterQuery>): UserFilter => ({
  role,
  isActive,
  search,
})

/** Admin routes for listing and changing users. */
export const userRoutes =
  (deps: AdminDeps): Service =>
  async (app) => {
    const { database, now, publish } = deps
    const { db } = database

    app.get(
      ADMIN.users,
      { schema: { querystring: listQuery, response: responseSchemas(adminUsersSchema) } },
      async ({ query: { page, page_size: pageSize, sort, ...filter } }) =>
        successBody(await listUsers(db, toFilter(filter), { page, pageSize, sort })),
    )

    app.get(
      exportPath('users'),
      { schema: { querystring: z.extend(filterQuery, exportQuery), response: exportResponse } },
      async (request, reply) =>
        sendExport(deps, request, reply, request.query.format, usersExport(db, toFilter(request.query))),
    )

    app.get(
      ADMIN.user,
      { schema: { params: idParams, response: responseSchemas(adminUserResponseSchema) } },
      async ({ params: { id } }) => {
        const user = await findUser(db, id)
        if (!user) throw new RequestError(404, 'User not found')
        return successBody({ user })
      },
    )

    app.patch(
      ADMIN.userRole,
      { schema: { params: idParams, body: roleChangeSchema, response: responseSchemas(adminUserResponseSchema) } },
      async (request) => {
        const { user, ended } = await changeRole(deps, request.params.id, request.body.role, actorOf(request, now()))
        ended.forEach(publish)
        return successBody({ user })
      },
    )

    app.patch(
      ADMIN.userStatus,
      { schema: { params: idParams, body: statusChangeSchema, response: responseSchemas(adminUserResponseSchema) } },
      async (request) => {
        const { is_active: isActive } = request.body
        const { user, ended } = await changeStatus(deps, request.params.id, isActive, actorOf(request, now()))
        ended.forEach(publish)
        return successBody({ user })
      },
    )

    app.delete(
      ADMIN.user,
      { schema: { params: idParams, body: deletionSchema, response: responseSchemas(emptyResponseSchema) } },
      async (request) => {
        const reason = request.body?.reason?.trim() || undefined
        const { ended } = await deleteUser(deps, request.params.id, reason, actorOf(request, now()))
        ended.forEach(publish)
        return successBody({})
      },
    )

    app.delete(
      ADMIN.userFactors,
      { schema: { params: idParams, response: responseSchemas(emptyResponseSchema) } },
      async (request) => {
        const { email, ended } = await resetFactors(deps, request.params.id, actorOf(request, now()))
        ended.forEach(publish)
        // The administrator does not wait for the mail server.
        void deps.sendMail?.(email, resetEmail(deps.publicUrl))
        return successBody({})
      },
    )
  }
