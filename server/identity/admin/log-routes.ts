import * as z from 'zod/mini'
import { auditLogSchema, loginAttemptsSchema } from '#contract/admin.ts'
import { ADMIN, exportPath } from '#contract/paths.ts'
import type { Service } from '#server/http/app.ts'
import { responseSchemas, successBody } from '../responses.ts'
import { attemptsExport, listAttempts, type AttemptFilter } from './attempts.ts'
import { auditExport, listAudit, type AuditFilter } from './audit-log.ts'
import type { AdminDeps } from './deps.ts'
import { exportQuery, exportResponse, sendExport } from './export.ts'
import { createLogCounts } from './log-counts.ts'
import { pagingQuery } from './paging.ts'
import { flag, hoursAgo, hoursBack, searchText, uuid } from './queries.ts'

const attemptFilter = z.object({
  ip_address: z.optional(searchText),
  email: z.optional(searchText),
  success: z.optional(flag),
  hours_back: hoursBack,
  alert_id: z.optional(uuid),
})
const auditFilter = z.object({
  user_id: z.optional(uuid),
  email: z.optional(searchText),
  action: z.optional(searchText),
  hours_back: hoursBack,
  alert_id: z.optional(uuid),
})
const attemptsQuery = z.extend(attemptFilter, pagingQuery('attempts'))
const auditQuery = z.extend(auditFilter, pagingQuery('audit'))

const toAttemptFilter = (query: z.infer<typeof attemptFilter>, now: number): AttemptFilter => ({
  ipAddress: query.ip_address,
  email: query.email,
  success: query.success,
  since: hoursAgo(query.hours_back, now),
  alertId: query.alert_id,
})
const toAuditFilter = (query: z.infer<typeof auditFilter>, now: number): AuditFilter => ({
  userId: query.user_id,
  email: query.email,
  action: query.action,
  since: hoursAgo(query.hours_back, now),
  alertId: query.alert_id,
})

/** Routes of the sign-in log and the audit log. */
export const logRoutes =
  ({ database, now }: AdminDeps): Service =>
  async (app) => {
    const { db } = database
    const counts = { attempts: createLogCounts(now), audit: createLogCounts(now) }

    app.get(
      ADMIN.loginAttempts,
      { schema: { querystring: attemptsQuery, response: responseSchemas(loginAttemptsSchema) } },
      async ({ query: { page, page_size: pageSize, sort, ...filter } }) =>
        successBody(await listAttempts(db, toAttemptFilter(filter, now()), { page, pageSize, sort }, counts.attempts)),
    )

    app.get(
      exportPath('attempts'),
      { schema: { querystring: z.extend(attemptFilter, exportQuery), response: exportResponse } },
      async (request, reply) => {
        const source = attemptsExport(db, toAttemptFilter(request.query, now()))
        return sendExport({ database, now }, request, reply, request.query.format, source)
      },
    )

    app.get(
      ADMIN.auditLog,
      { schema: { querystring: auditQuery, response: responseSchemas(auditLogSchema) } },
      async ({ query: { page, page_size: pageSize, sort, ...filter } }) =>
        successBody(await listAudit(db, toAuditFilter(filter, now()), { page, pageSize, sort }, counts.audit)),
    )

    app.get(
      exportPath('audit'),
      { schema: { querystring: z.extend(auditFilter, exportQuery), response: exportResponse } },
      async (request, reply) => {
        const source = auditExport(db, toAuditFilter(request.query, now()))
        return sendExport({ database, now }, request, reply, request.query.format, source)
      },
    )
  }
