import type { FastifyRequest } from 'fastify'
import { principalOf } from '#server/http/guard.ts'
import type { Actor } from '../ports.ts'

export const actorOf = (request: FastifyRequest): Actor => ({
  userId: principalOf(request).userId,
  ipAddress: request.ip,
})
