import type { FastifyRequest } from 'fastify'
import { currentDrillSchema, drillReplySchema, startDrillSchema, type DrillFault } from '#contract/fault-injection.ts'
import { failureSchema, successOf } from '#contract/auth.ts'
import { ADMIN } from '#contract/paths.ts'
import type { Database } from '#server/database/database.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { bearerOf, principalOf } from '#server/http/guard.ts'
import { writeAudit, type AuditAction } from '../audit/audit.ts'
import { actOf } from '../origin.ts'
import { replies, wrapped } from '../reply.ts'
import type { Drills } from './drills.ts'

export interface DrillRoutesDeps {
  readonly database: Database
  readonly now: () => number
  readonly drills: Drills
}

/** Faults that administrators ask for, each for the own session. */
export const drillRoutes =
  ({ database, now, drills }: DrillRoutesDeps): Service =>
  async (app) => {
    const audit = (request: FastifyRequest, action: AuditAction, fault: DrillFault) => {
      const { actorId: userId, ipAddress, now: at } = actOf(request, now())
      const details = { session: principalOf(request).sessionId, ...fault }
      return database.transaction((tx) => writeAudit(tx, { action, userId, ipAddress, details, at }))
    }

    app.post(
      ADMIN.faultInjection,
      { schema: { body: startDrillSchema, response: { 201: successOf(drillReplySchema), '4xx': failureSchema } } },
      async (request, reply) => {
        const { sessionId } = principalOf(request)
        const drill = drills.start({ sessionId, token: bearerOf(request) }, request.body)
        if (!drill) throw new RequestError(409, 'A drill is already running in this session')
        try {
          await audit(request, 'drill.started', request.body)
        } catch (error) {
          drills.stop(sessionId)
          throw error
        }
        return reply.code(201).send(wrapped({ drill }))
      },
    )

    app.get(ADMIN.faultInjection, { schema: { response: replies(currentDrillSchema) } }, async (request) =>
      wrapped({ drill: drills.current(principalOf(request).sessionId) ?? null }),
    )

    app.delete(ADMIN.faultInjection, { schema: { response: replies(currentDrillSchema) } }, async (request) => {
      const drill = drills.stop(principalOf(request).sessionId)
      if (drill) await audit(request, 'drill.stopped', drill.fault)
      return wrapped({ drill: drill ?? null })
    })
  }
