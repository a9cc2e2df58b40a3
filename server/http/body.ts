import type { FastifyBodyParser, FastifyInstance } from 'fastify'
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
