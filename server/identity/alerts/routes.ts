import * as z from 'zod/mini'
import { securityAlertResponseSchema, securityAlertsSchema, severitySchema } from '#contract/admin.ts'
import { ADMIN, exportPath } from '#contract/paths.ts'
import type { Service } from '#server/http/app.ts'
import type { AdminDeps } from '../admin/deps.ts'
import { exportQuery, exportResponse, sendExport } from '../admin/export.ts'
import { pagingQuery } from '../admin/paging.ts'
import { flag, idParams, searchText } from '../admin/queries.ts'
import { actorOf } from '../request-context.ts'
import { responseSchemas, successBody } from '../responses.ts'
import { alertsExport, listAlerts, resolveAlert, type AlertFilter } from './alerts.ts'

const filterQuery = z.object({
  severity: z.optional(severitySchema),
  resolved: z.optional(flag),
  search: z.optional(searchText),
})
const listQuery = z.extend(filterQuery, pagingQuery('alerts'))

const toFilter = ({ severity, resolved: isResolved, search }: z.infer<typeof filterQuery>): AlertFilter => ({
  severity,
  isResolved,
  search,
})

export const alertRoutes =
  ({ database, now }: AdminDeps): Service =>
  async (app) => {
    app.get(
      ADMIN.securityAlerts,
      { schema: { querystring: listQuery, response: responseSchemas(securityAlertsSchema) } },
      async ({ query: { page, page_size: pageSize, sort, ...filter } }) =>
        successBody(await listAlerts(database.db, toFilter(filter), { page, pageSize, sort })),
    )

    app.get(
      exportPath('alerts'),
      { schema: { querystring: z.extend(filterQuery, exportQuery), response: exportResponse } },
      async (request, reply) => {
        const source = alertsExport(database.db, toFilter(request.query))
        return sendExport({ database, now }, request, reply, request.query.format, source)
      },
    )

    app.post(
      ADMIN.resolveAlert,
      { schema: { params: idParams, response: responseSchemas(securityAlertResponseSchema) } },
      async (request) =>
        successBody({ alert: await resolveAlert(database, request.params.id, actorOf(request, now())) }),
    )
  }
