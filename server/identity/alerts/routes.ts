import { securityAlertResponseSchema, securityAlertsSchema } from '#contract/admin.ts'
import { ADMIN } from '#contract/paths.ts'
import type { Service } from '#server/http/app.ts'
import type { AdminDeps } from '../admin/deps.ts'
import { idParams } from '../admin/queries.ts'
import { actorOf } from '../request-context.ts'
import { responseSchemas, successBody } from '../responses.ts'
import { listAlerts, resolveAlert } from './alerts.ts'

export const alertRoutes =
  ({ database, now }: AdminDeps): Service =>
  async (app) => {
    app.get(ADMIN.securityAlerts, { schema: { response: responseSchemas(securityAlertsSchema) } }, async () =>
      successBody(await listAlerts(database.db)),
    )

    app.post(
      ADMIN.resolveAlert,
      { schema: { params: idParams, response: responseSchemas(securityAlertResponseSchema) } },
      async (request) =>
        successBody({ alert: await resolveAlert(database, request.params.id, actorOf(request, now())) }),
    )
  }
