import * as z from 'zod/mini'
import { auditLogSchema, loginAttemptsSchema } from '#contract/admin.ts'
import { ADMIN } from '#contract/paths.ts'
import type { Service } from '#server/http/app.ts'
import { responseSchemas, successBody } from '../responses.ts'
import type { AdminDeps } from './deps.ts'
import { listAttempts, listAudit } from './logs.ts'
import { flag, hoursAgo, hoursBack, searchText, uuid } from './queries.ts'

const attemptsQuery = z.object({
  ip_address: z.optional(searchText),
  email: z.optional(searchText),
  success: z.optional(flag),
  hours_back: hoursBack,
  alert_id: z.optional(uuid),
})
const auditQuery = z.object({
  user_id: z.optional(uuid),
  action: z.optional(searchText),
  hours_back: hoursBack,
  alert_id: z.optional(uuid),
})

/** Routes of the sign-in log and the audit log. */
export const logRoutes =
  ({ database: { db }, now }: AdminDeps): Service =>
  async (app) => {
    app.get(
      ADMIN.loginAttempts,
      { schema: { querystring: attemptsQuery, response: responseSchemas(loginAttemptsSchema) } },
      async ({ query: { ip_address: ipAddress, email, success, hours_back: hours, alert_id: alertId } }) =>
        successBody(await listAttempts(db, { ipAddress, email, success, since: hoursAgo(hours, now()), alertId })),
    )

    app.get(
      ADMIN.auditLog,
      { schema: { querystring: auditQuery, response: responseSchemas(auditLogSchema) } },
      async ({ query: { user_id: userId, action, hours_back: hours, alert_id: alertId } }) =>
        successBody(await listAudit(db, { userId, action, since: hoursAgo(hours, now()), alertId })),
    )
  }
