import type { FastifyRequest } from 'fastify'
import { principalOf } from '#server/http/guard.ts'
import type { ClientInfo } from './sessions.ts'

/** The user who performs an audited action, the client address, and the time (unix ms). */
export interface Actor {
  readonly actorId: string
  readonly ipAddress: string
  readonly now: number
}

export const clientInfoOf = (request: FastifyRequest): ClientInfo => ({
  ipAddress: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
})

export const actorOf = (request: FastifyRequest, now: number): Actor => ({
  actorId: principalOf(request).userId,
  ipAddress: request.ip,
  now,
})
