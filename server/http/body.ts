import type { FastifyBodyParser, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RequestError } from './errors.ts'

/** Deeper than any valid body. */
const MAX_DEPTH = 32

/**
 * Parses JSON. An empty body is undefined (clients send the content type on every call). Deep nesting and NUL characters
 * are refused before anything recurses over them or stores them.
 */
export function jsonParser(app: FastifyInstance): FastifyBodyParser<string | Buffer> {
  const parse = app.getDefaultJsonParser('error', 'error')
  return (request, body, done) => {
    const text = String(body)
    if (text === '') done(null, undefined)
    else if (exceedsDepth(text, MAX_DEPTH))
      done(new RequestError(400, `The body is nested too deeply: at most ${MAX_DEPTH} levels.`))
    else if (NUL.test(text)) done(new RequestError(400, 'The body contains a NUL character.'))
    else {
      void parse(request, text, (error, value) => {
        done(error && isJson(text) ? new RequestError(400, RESERVED_KEY) : error, value)
      })
    }
  }
}

/** The parser reports reserved keys as malformed JSON. */
const RESERVED_KEY = 'The body contains a key that is not allowed: __proto__ or constructor.'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Accepts only uncompressed JSON bodies. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, jsonParser(app))
  app.addHook('onRequest', async (request) => {
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity')
      throw new RequestError(415, 'Compressed bodies are not accepted.')
  })
}

/** An escaped NUL, which PostgreSQL text cannot contain. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/

const QUOTE = 0x22
const BACKSLASH = 0x5c

function exceedsDepth(json: string, limit: number): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < json.length; i += 1) {
    const char = json.charCodeAt(i)
    if (inString) {
      if (char === BACKSLASH) i += 1
      else if (char === QUOTE) inString = false
    } else if (char === QUOTE) inString = true
    else if (char === 0x5b || char === 0x7b) {
      depth += 1
      if (depth > limit) return true
    } else if (char === 0x5d || char === 0x7d) depth -= 1
  }
  return false
}

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
