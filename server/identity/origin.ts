import type { FastifyRequest } from 'fastify'
import { principalOf } from '#server/http/guard.ts'
import type { Origin } from './sessions.ts'

/** Somebody's act on others: who, from where, when (unix ms). */
export interface Act {
  readonly actorId: string
  readonly ipAddress: string
  readonly now: number
}

export const originOf = (request: FastifyRequest): Origin => ({
  ipAddress: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
})

export const actOf = (request: FastifyRequest, now: number): Act => ({
  actorId: principalOf(request).userId,
  ipAddress: request.ip,
  now,
})
