import * as z from 'zod/mini'
import {
  adminUserReplySchema,
  adminUsersSchema,
  deletionSchema,
  doneSchema,
  roleChangeSchema,
  statusChangeSchema,
} from '#contract/admin.ts'
import { integerString } from '#contract/figures.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import { ADMIN } from '#contract/paths.ts'
import { roleSchema } from '#contract/roles.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { actOf } from '../origin.ts'
import { replies, wrapped } from '../reply.ts'
import type { AdminDeps } from './deps.ts'
import { flag, idParams, needle } from './queries.ts'
import { changeRole, changeStatus, deleteUser } from './user-acts.ts'
import { findUser, listUsers } from './users.ts'

const usersQuery = z.object({
  page: z._default(integerString(1, 1_000_000), 1),
  page_size: z._default(integerString(1, ADMIN_AREA.maxUsersPerPage), ADMIN_AREA.usersPerPage),
  role: z.optional(roleSchema),
  is_active: z.optional(flag),
  search: z.optional(needle),
})

/** Users, as administrators see and change them. */
export const userRoutes =
  (deps: AdminDeps): Service =>
  async (app) => {
    const { database, now, publish } = deps
    const { db } = database

    app.get(
      ADMIN.users,
      { schema: { querystring: usersQuery, response: replies(adminUsersSchema) } },
      async ({ query: { page, page_size: pageSize, role, is_active: isActive, search } }) =>
        wrapped(await listUsers(db, { page, pageSize, role, isActive, search })),
    )

    app.get(
      ADMIN.user,
      { schema: { params: idParams, response: replies(adminUserReplySchema) } },
      async ({ params: { id } }) => {
        const user = await findUser(db, id)
        if (!user) throw new RequestError(404, 'User not found')
        return wrapped({ user })
      },
    )

    app.patch(
      ADMIN.userRole,
      { schema: { params: idParams, body: roleChangeSchema, response: replies(adminUserReplySchema) } },
      async (request) => {
        const { user, ended } = await changeRole(deps, request.params.id, request.body.role, actOf(request, now()))
        ended.forEach(publish)
        return wrapped({ user })
      },
    )

    app.patch(
      ADMIN.userStatus,
      { schema: { params: idParams, body: statusChangeSchema, response: replies(adminUserReplySchema) } },
      async (request) => {
        const { is_active: isActive } = request.body
        const { user, ended } = await changeStatus(deps, request.params.id, isActive, actOf(request, now()))
        ended.forEach(publish)
        return wrapped({ user })
      },
    )

    app.delete(
      ADMIN.user,
      { schema: { params: idParams, body: deletionSchema, response: replies(doneSchema) } },
      async (request) => {
        const reason = request.body?.reason?.trim() || undefined
        const { ended } = await deleteUser(deps, request.params.id, reason, actOf(request, now()))
        ended.forEach(publish)
        return wrapped({})
      },
    )
  }
