import type { FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds within which the body must arrive; `BODY_TIMEOUT_MS` by default. */
    bodyMs?: number
  }
}

/** Fastify's `requestTimeout` allows for the slowest route, so the others are limited here. */
export const BODY_TIMEOUT_MS = 30_000

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** An onRequest hook that ends the connection if the body takes longer than the route allows. */
export async function limitBodyTime(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!hasBody(request)) return
  const { raw, routeOptions } = request
  const timer = setTimeout(() => {
    request.log.warn({ url: routeOptions.url }, 'request body timed out')
    // Written to the socket, as Node does for slow headers: there may be no handler to reply yet. A response that was
    // sent before the body had arrived needs no second one, only an end.
    if (!reply.raw.writableEnded && !raw.socket.destroyed)
      raw.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
    raw.destroy()
  }, routeOptions.config.bodyMs ?? BODY_TIMEOUT_MS)
  timer.unref()
  const done = () => clearTimeout(timer)
  raw.once('end', done)
  raw.once('close', done)
}
