import type { Database } from '#server/database/database.ts'
import type { FastifyRequest } from 'fastify'
import { principalOf } from '../http/guard.ts'
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

/** What every part of the identity service works with. */
export interface IdentityContext {
  readonly database: Database
  /** Unix milliseconds. */
  readonly now: () => number
}
