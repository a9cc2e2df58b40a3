import * as z from 'zod/mini'
import { auditLogSchema, loginAttemptsSchema } from '#contract/admin.ts'
import { ADMIN } from '#contract/paths.ts'
import type { Service } from '#server/http/app.ts'
import { replies, wrapped } from '../reply.ts'
import type { AdminDeps } from './deps.ts'
import { listAttempts, listAudit } from './logs.ts'
import { flag, hoursAgo, hoursBack, needle, uuid } from './queries.ts'

const attemptsQuery = z.object({
  ip_address: z.optional(needle),
  email: z.optional(needle),
  success: z.optional(flag),
  hours_back: hoursBack,
  alert_id: z.optional(uuid),
})
const auditQuery = z.object({
  user_id: z.optional(uuid),
  action: z.optional(needle),
  hours_back: hoursBack,
  alert_id: z.optional(uuid),
})

/** The two logs. */
export const logRoutes =
  ({ database: { db }, now }: AdminDeps): Service =>
  async (app) => {
    app.get(
      ADMIN.loginAttempts,
      { schema: { querystring: attemptsQuery, response: replies(loginAttemptsSchema) } },
      async ({ query: { ip_address: ipAddress, email, success, hours_back: hours, alert_id: alertId } }) =>
        wrapped(await listAttempts(db, { ipAddress, email, success, since: hoursAgo(hours, now()), alertId })),
    )

    app.get(
      ADMIN.auditLog,
      { schema: { querystring: auditQuery, response: replies(auditLogSchema) } },
      async ({ query: { user_id: userId, action, hours_back: hours, alert_id: alertId } }) =>
        wrapped(await listAudit(db, { userId, action, since: hoursAgo(hours, now()), alertId })),
    )
  }
