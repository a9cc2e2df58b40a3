import { securityAlertReplySchema, securityAlertsSchema } from '#contract/admin.ts'
import { ADMIN } from '#contract/paths.ts'
import type { Service } from '#server/http/app.ts'
import type { AdminDeps } from '../admin/deps.ts'
import { idParams } from '../admin/queries.ts'
import { actOf } from '../origin.ts'
import { replies, wrapped } from '../reply.ts'
import { listAlerts, resolveAlert } from './alerts.ts'

export const alertRoutes =
  ({ database, now }: AdminDeps): Service =>
  async (app) => {
    app.get(ADMIN.securityAlerts, { schema: { response: replies(securityAlertsSchema) } }, async () =>
      wrapped(await listAlerts(database.db)),
    )

    app.post(
      ADMIN.resolveAlert,
      { schema: { params: idParams, response: replies(securityAlertReplySchema) } },
      async (request) => wrapped({ alert: await resolveAlert(database, request.params.id, actOf(request, now())) }),
    )
  }
