import type { FastifyRequest } from 'fastify'
import {
  currentFaultInjectionSchema,
  faultInjectionResponseSchema,
  faultSchema,
  type Fault,
} from '#contract/fault-injection.ts'
import { failureSchema, successOf } from '#contract/auth.ts'
import { ADMIN } from '#contract/paths.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { bearerOf, principalOf } from '#server/http/guard.ts'
import type { IdentityContext } from '../context.ts'
import { writeAudit, type AuditAction } from '../audit/audit.ts'
import { actorOf } from '../request-context.ts'
import { responseSchemas, successBody } from '../responses.ts'
import type { FaultInjectionService } from './fault-injection.ts'

export interface FaultInjectionRoutesDeps extends IdentityContext {
  readonly faultInjection: FaultInjectionService
}

/** Admin routes for injecting faults into the caller's own session. */
export const faultInjectionRoutes =
  ({ database, now, faultInjection }: FaultInjectionRoutesDeps): Service =>
  async (app) => {
    const audit = (request: FastifyRequest, action: AuditAction, fault: Fault) => {
      const { actorId: userId, ipAddress, now: at } = actorOf(request, now())
      const details = { session: principalOf(request).sessionId, ...fault }
      return database.transaction((tx) => writeAudit(tx, { action, userId, ipAddress, details, at }))
    }

    app.post(
      ADMIN.faultInjection,
      {
        schema: { body: faultSchema, response: { 201: successOf(faultInjectionResponseSchema), '4xx': failureSchema } },
      },
      async (request, reply) => {
        const { sessionId } = principalOf(request)
        const injection = faultInjection.start({ sessionId, token: bearerOf(request) }, request.body)
        if (!injection) throw new RequestError(409, 'A fault is already active in this session')
        try {
          await audit(request, 'drill.started', request.body)
        } catch (error) {
          faultInjection.stop(sessionId)
          throw error
        }
        return reply.code(201).send(successBody({ injection: injection }))
      },
    )

    app.get(
      ADMIN.faultInjection,
      { schema: { response: responseSchemas(currentFaultInjectionSchema) } },
      async (request) => successBody({ injection: faultInjection.current(principalOf(request).sessionId) ?? null }),
    )

    app.delete(
      ADMIN.faultInjection,
      { schema: { response: responseSchemas(currentFaultInjectionSchema) } },
      async (request) => {
        const injection = faultInjection.stop(principalOf(request).sessionId)
        if (injection) await audit(request, 'drill.stopped', injection.fault)
        return successBody({ injection: injection ?? null })
      },
    )
  }
