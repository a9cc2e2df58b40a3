import { pino, type DestinationStream, type Logger } from 'pino'

const SECRET_PARAMETERS = /([?&](?:token|code|password)=)[^&#\s]*/gi
/** Invitation codes that are part of a path. */
const SECRET_PARTS = /(\/invitations\/)[^/?#\s]+(?=\/revoke)/g
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
/** Characters that may wait for a slow reader. */
const MAX_WAITING = 1_048_576

/** An address as it may be logged or shown: secret parameters and parts are replaced. */
export const redactUrl = (url: string): string => url.replace(SECRET_PARAMETERS, '$1***').replace(SECRET_PARTS, '$1***')

interface LoggedRequest {
  readonly id?: unknown
  readonly method?: string
  readonly url?: string
  readonly ip?: string
}

/** The server's log: one JSON line per entry, without secrets. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      redact: { paths: SECRET_FIELDS, censor: '***' },
      serializers: {
        req: ({ id, method, url, ip }: LoggedRequest) => ({
          id,
          method,
          url: url && redactUrl(url).slice(0, MAX_URL),
          ip,
        }),
        err: (error: Error) => withoutSecrets(pino.stdSerializers.err(error)),
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
      if (process.stdout.writableLength < MAX_WAITING) process.stdout.write(line)
    },
  }
}

/** Bodies and query parameters ride along on some errors of libraries. */
function withoutSecrets(error: { type: string; message: string; stack: string }): object {
  const { type, message, stack } = error
  return { type, message: redactUrl(message).slice(0, MAX_MESSAGE), stack: redactUrl(stack).slice(0, MAX_STACK) }
}
