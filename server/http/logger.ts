import { createHash, randomBytes } from 'node:crypto'
import { pino, type DestinationStream, type Logger } from 'pino'
import type { IncomingMessage } from 'node:http'

/** Query parameters that contain secrets or personal data. */
const SECRET_PARAMETERS = /([?&](?:token|code|password|email|search)=)[^&#\s]*/gi
/** Invitation codes in paths. */
const SECRET_PARTS = /(\/invitations\/)[^/?#\s]+(?=\/revoke)/g
const UUIDS = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi
/** Hexadecimal digits of the hash that replaces an id; enough to avoid collisions. */
const HASH_DIGITS = 16
/** Secret fields of logged objects, at the top or one level below. */
const SECRET_FIELDS = [
  'headers.authorization',
  'headers.cookie',
  'headers["set-cookie"]',
  'password',
  'access_token',
  'ticket',
].flatMap((field) => [field, `*.${field}`])

/** Limits that keep a line below 8 KiB for any input. */
const MAX_URL = 1_024
const MAX_MESSAGE = 1_024
const MAX_STACK = 4_096
const MAX_CAUSES = 5
/** Bytes buffered for a slow reader of standard output. */
const MAX_BUFFERED = 1_048_576

/** A URL with its secrets replaced, safe to log or show. */
export const redactUrl = (url: string): string => url.replace(SECRET_PARAMETERS, '$1***').replace(SECRET_PARTS, '$1***')

/**
 * Pseudonym of an id in the log: SHA-256 of its lower-case text. Deterministic, so that the lines of one id can be
 * found, but not reversible.
 */
export const hashId = (id: string): string =>
  `id-${createHash('sha256').update(id.toLowerCase()).digest('hex').slice(0, HASH_DIGITS)}`

interface LoggedRequest {
  readonly id?: unknown
  readonly method?: string
  readonly url?: string
  readonly ip?: string
}

/** The server's logger: one JSON line per entry, with secrets redacted and ids hashed. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      hooks: { streamWrite: (line) => line.replace(UUIDS, hashId) },
      redact: { paths: SECRET_FIELDS, censor: '***' },
      serializers: {
        req: ({ id, method, url, ip }: LoggedRequest) => ({
          id,
          method,
          url: url && redactUrl(url).slice(0, MAX_URL),
          ip,
        }),
        err: serializeError,
      },
    },
    destination ?? standardOutput(),
  )
}

/**
 * Writes lines to standard output. Drops them while the reader lags or once it is gone, so that logging never blocks or
 * ends the server. (pino's own destination retries forever at exit if the volume is full.)
 */
function standardOutput(): DestinationStream {
  process.stdout.on('error', () => undefined)
  return {
    write(line) {
      if (process.stdout.writableLength < MAX_BUFFERED) process.stdout.write(line)
    },
  }
}

/** The error and its chain of causes. */
function* causesOf(error: Error): Generator<Error> {
  let current: unknown = error
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth += 1) {
    yield current
    current = current.cause
  }
}

/** The message without the parameters of a failed query, which contain personal data. */
const messageOf = (error: Error): string =>
  'query' in error && typeof error.query === 'string' ? `Failed query: ${error.query}` : error.message

/** Serializes only type, message and stack: some library errors carry bodies and query parameters. */
function serializeError(error: Error): object {
  const { type } = pino.stdSerializers.err(error)
  const causes = [...causesOf(error)]
  const message = causes.map(messageOf).join(': ')
  const stack = causes
    .map((cause) => cause.stack?.replace(cause.message, () => messageOf(cause)) ?? messageOf(cause))
    .join('\ncaused by: ')
  return { type, message: redactUrl(message).slice(0, MAX_MESSAGE), stack: redactUrl(stack).slice(0, MAX_STACK) }
}

/** Header with which a gateway passes on the id of a request, so that its lines in both logs can be joined. */
export const REQUEST_ID = 'x-request-id'
const FORM = /^[\w-]{4,40}$/

/**
 * Ids of requests: those that a trusted proxy gives, else of the process's own count.
 * @param trustedProxies number of reverse proxies in front
 */
export function requestIds(trustedProxies: number): (request: Pick<IncomingMessage, 'headers'>) => string {
  // Keeps the ids of several processes apart where their logs are collected in one place.
  const prefix = randomBytes(3).toString('hex')
  let count = 0
  return ({ headers }) => {
    const given = trustedProxies > 0 ? headers[REQUEST_ID] : undefined
    if (typeof given === 'string' && FORM.test(given)) return given
    count += 1
    return `${prefix}-${count.toString(36)}`
  }
}
