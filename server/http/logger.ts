import { createHash } from 'node:crypto'
import { pino, type DestinationStream, type Logger } from 'pino'

/** What is secret, and what names a person. */
const SECRET_PARAMETERS = /([?&](?:token|code|password|email|search)=)[^&#\s]*/gi
/** Invitation codes that are part of a path. */
const SECRET_PARTS = /(\/invitations\/)[^/?#\s]+(?=\/revoke)/g
const UUIDS = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi
/** Hexadecimal digits of a hash that stand for an id: enough that no two are taken for one. */
const HASH_DIGITS = 16
/** Where logged objects hold secrets, at the top or one level below. */
const SECRET_FIELDS = [
  'headers.authorization',
  'headers.cookie',
  'headers["set-cookie"]',
  'password',
  'access_token',
  'ticket',
].flatMap((field) => [field, `*.${field}`])

/** A line stays below 8 KiB, whatever a sender puts into it. */
const MAX_URL = 1_024
const MAX_MESSAGE = 1_024
const MAX_STACK = 4_096
const MAX_CAUSES = 5
/** Characters that may wait for a slow reader. */
const MAX_BUFFERED = 1_048_576

/** An address as it may be logged or shown: secret parameters and parts are replaced. */
export const redactUrl = (url: string): string => url.replace(SECRET_PARAMETERS, '$1***').replace(SECRET_PARTS, '$1***')

/**
 * What stands for an id in the log: the same for the same id, so that its lines are found together, and the id does not
 * follow from it. SHA-256 of its text in lower case.
 */
export const hashId = (id: string): string =>
  `id-${createHash('sha256').update(id.toLowerCase()).digest('hex').slice(0, HASH_DIGITS)}`

interface LoggedRequest {
  readonly id?: unknown
  readonly method?: string
  readonly url?: string
  readonly ip?: string
}

/** The server's log: one JSON line per entry, without secrets, and with ids as hashes wherever they stand. */
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
 * Lines to standard output; dropped while its reader lags, and for good once it is gone: that must not end or hold up the
 * server. (pino's own destination tries for ever at exit when the volume is full.)
 */
function standardOutput(): DestinationStream {
  process.stdout.on('error', () => undefined)
  return {
    write(line) {
      if (process.stdout.writableLength < MAX_BUFFERED) process.stdout.write(line)
    },
  }
}

/** The error, what caused it, and so on. */
function* causesOf(error: Error): Generator<Error> {
  let current: unknown = error
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth += 1) {
    yield current
    current = current.cause
  }
}

/** A query that failed says in its message what it was to read or write: addresses, hashes, whatever was typed. */
const messageOf = (error: Error): string =>
  'query' in error && typeof error.query === 'string' ? `Failed query: ${error.query}` : error.message

/** Bodies and query parameters ride along on some errors of libraries: these three only. */
function serializeError(error: Error): object {
  const { type } = pino.stdSerializers.err(error)
  const causes = [...causesOf(error)]
  const message = causes.map(messageOf).join(': ')
  const stack = causes
    .map((cause) => cause.stack?.replace(cause.message, () => messageOf(cause)) ?? messageOf(cause))
    .join('\ncaused by: ')
  return { type, message: redactUrl(message).slice(0, MAX_MESSAGE), stack: redactUrl(stack).slice(0, MAX_STACK) }
}
