import * as z from 'zod/mini'
import {
  adminUserResponseSchema,
  adminUsersSchema,
  deletionSchema,
  emptyResponseSchema,
  roleChangeSchema,
  statusChangeSchema,
} from '#contract/admin.ts'
import { integerString } from '#contract/numeric-strings.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import { ADMIN } from '#contract/paths.ts'
import { roleSchema } from '#contract/roles.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { actorOf } from '../request-context.ts'
import { responseSchemas, successBody } from '../responses.ts'
import type { AdminDeps } from './deps.ts'
import { flag, idParams, searchText } from './queries.ts'
import { changeRole, changeStatus, deleteUser } from './user-actions.ts'
import { findUser, listUsers } from './users.ts'

const usersQuery = z.object({
  page: z._default(integerString(1, 1_000_000), 1),
  page_size: z._default(integerString(1, ADMIN_AREA.maxUsersPerPage), ADMIN_AREA.usersPerPage),
  role: z.optional(roleSchema),
  is_active: z.optional(flag),
  search: z.optional(searchText),
})

/** Admin routes for listing and changing users. */
export const userRoutes =
  (deps: AdminDeps): Service =>
  async (app) => {
    const { database, now, publish } = deps
    const { db } = database

    app.get(
      ADMIN.users,
      { schema: { querystring: usersQuery, response: responseSchemas(adminUsersSchema) } },
      async ({ query: { page, page_size: pageSize, role, is_active: isActive, search } }) =>
        successBody(await listUsers(db, { page, pageSize, role, isActive, search })),
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
  }
