import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds in which the body must have arrived; `BODY_MS` without it. */
    bodyMs?: number
  }
}

/** The server itself waits for as long as the slowest route needs, so the limit of the others is kept here. */
export const BODY_TIMEOUT_MS = 30_000

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** An onRequest hook that cuts a sender off whose body takes longer than its route allows. */
export async function limitBodyTime(request: FastifyRequest): Promise<void> {
  if (!hasBody(request)) return
  const { raw, routeOptions } = request
  const timer = setTimeout(() => {
    request.log.warn({ url: routeOptions.url }, 'the body took too long')
    // Said on the wire, as for headers that take too long: nobody may be listening to a reply yet.
    if (!raw.socket.destroyed) raw.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
    raw.destroy()
  }, routeOptions.config.bodyMs ?? BODY_TIMEOUT_MS)
  const done = () => clearTimeout(timer)
  raw.once('end', done)
  raw.once('close', done)
}
