import type { FastifyRequest } from 'fastify'
import { principalOf } from '#server/http/guard.ts'

/** The user who performs an action, their address, and the time (unix ms). */
export interface Actor {
  readonly userId: string
  readonly email: string
  readonly ipAddress: string
  readonly at: number
}

export const actorOf = (request: FastifyRequest, at: number): Actor => {
  const { userId, email } = principalOf(request)
  return { userId, email, ipAddress: request.ip, at }
}
