import type { FastifyReply, FastifyRequest } from 'fastify'
import { RequestError } from './errors.ts'

/**
 * Concurrent requests of one connection. Only a client that pipelines has more than one.
 */
export const MAX_IN_FLIGHT = 32

const inFlight = new WeakMap<object, number>()

/** An onRequest hook that refuses requests beyond the limit of a connection. */
export async function limitInFlight({ raw: { socket } }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const count = inFlight.get(socket) ?? 0
  if (count >= MAX_IN_FLIGHT) {
    throw new RequestError(429, 'Too many requests at once on one connection.', { 'retry-after': '1' })
  }
  inFlight.set(socket, count + 1)
  reply.raw.once('close', () => inFlight.set(socket, (inFlight.get(socket) ?? 1) - 1))
}
